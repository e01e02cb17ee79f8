package io.merapi.batch.plugins.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Answers are read as Go reads them. */
class AnswerTest {

  @Test
  void whatIsMissingOrNullIsZero() throws ExtenderException {
    for (Answer answer : List.of(Answer.of(null), Answer.of(Map.of()), of("a", null))) {
      assertThat(answer.text("a")).isEmpty();
      assertThat(answer.number("a")).isZero();
      assertThat(answer.flag("a")).isFalse();
      assertThat(answer.numbers("a")).isNull();
      assertThat(answer.objects("a")).isEmpty();
    }
  }

  @Test
  void theCaseOfNamesDoesNotMatterAndTheLastOneCounts() throws ExtenderException {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("STATUS", "first");
    fields.put("Status", "last");
    fields.put("other", 3L);
    assertThat(Answer.of(fields).text("status")).isEqualTo("last");
  }

  @Test
  void scoresMayBeWholeAndMayBeNull() throws ExtenderException {
    var scores = new LinkedHashMap<String, @Nullable Object>();
    scores.put("a", 3L);
    scores.put("b", -0.5);
    scores.put("c", null);
    scores.put("d", BigInteger.TWO.pow(100));
    assertThat(of("scores", scores).numbers("scores"))
        .isEqualTo(Map.of("a", 3.0, "b", -0.5, "c", 0.0, "d", Math.pow(2, 100)));
  }

  @Test
  void nullInAListIsAnObjectWithoutFields() throws ExtenderException {
    assertThat(of("list", Arrays.asList((Object) null)).objects("list").getFirst().text("x"))
        .isEmpty();
  }

  @Test
  void valuesOfAnotherTypeSpoilTheAnswer() {
    mismatch(() -> Answer.of(List.of()), "(the answer) must be an object");
    mismatch(() -> of("a", 1L).text("a"), "(a) must be a string");
    mismatch(() -> of("a", "true").flag("a"), "(a) must be true or false");
    mismatch(() -> of("a", 1.5).number("a"), "(a) must be a whole number");
    mismatch(() -> of("a", "1").number("a"), "(a) must be a whole number");
    mismatch(() -> of("a", BigInteger.TWO.pow(64)).number("a"), "(a) must be a whole number");
    mismatch(() -> of("a", List.of()).numbers("a"), "(a) must be an object");
    mismatch(() -> of("a", Map.of("n", "1")).numbers("a"), "(a.n) must be a number");
    mismatch(
        () -> of("a", Map.of("n", Double.POSITIVE_INFINITY)).numbers("a"),
        "(a.n) must be a number");
    mismatch(() -> of("a", Map.of()).objects("a"), "(a) must be a list");
    mismatch(() -> of("a", List.of("x")).objects("a"), "(a) must be an object");
  }

  private static Answer of(String name, @Nullable Object value) throws ExtenderException {
    return Answer.of(Collections.singletonMap(name, value));
  }

  private static void mismatch(ThrowingCallable reading, String what) {
    assertThatThrownBy(reading)
        .isInstanceOf(ExtenderException.class)
        .hasMessage("the answer is not what was asked for: " + what);
  }
}
