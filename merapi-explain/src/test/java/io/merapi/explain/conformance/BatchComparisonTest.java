package io.merapi.explain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchComparisonTest {

  @Test
  void numbersMayDifferInTheLastBits() {
    assertThat(same(1_000_000, 1_000_000.5)).isTrue();
    assertThat(same(1_000_000, 1_000_002.0)).isFalse();
  }

  @Test
  void aNumberOfZeroIsLikeNone() {
    assertThat(same(Map.of("cpu", 0), Map.of())).isTrue();
    assertThat(same(Map.of(), Map.of("cpu", 1))).isFalse();
  }

  @Test
  void wordsStandForWhatJsonCannotHold() {
    assertThat(same("Max", Double.MAX_VALUE)).isTrue();
    assertThat(same("Max", Double.POSITIVE_INFINITY)).isTrue();
    assertThat(same("-Max", Double.NEGATIVE_INFINITY)).isTrue();
    assertThat(same("NaN", Double.NaN)).isTrue();
    assertThat(same("Max", 5)).isFalse();
  }

  @Test
  void reasonsMayComeInAnyOrderAndOtherListsMayNot() {
    assertThat(same(Map.of("reasons", List.of("a", "b")), Map.of("reasons", List.of("b", "a"))))
        .isTrue();
    assertThat(same(Map.of("order", List.of("a", "b")), Map.of("order", List.of("b", "a"))))
        .isFalse();
  }

  @Test
  void quantitiesAreComparedByTheirAmount() {
    assertThat(
            same(
                Map.of("queueAllocated", Map.of("q", Map.of("cpu", "1500m", "pods", "0"))),
                Map.of("queueAllocated", Map.of("q", Map.of("cpu", "1.5")))))
        .isTrue();
  }

  @Test
  void whichTaskIsNamedAsTheCauseDoesNotMatter() {
    assertThat(
            same(
                conditions("message", "1/2 x. Origin reason is a-0: 0/1 nodes"),
                conditions("message", "1/2 x. Origin reason is a-1: 0/1 nodes")))
        .isTrue();
  }

  @Test
  void oneOfSeveralRecordedMessagesSuffices() {
    assertThat(same(conditions("messageAnyOf", List.of("a", "b")), conditions("message", "b")))
        .isTrue();
    assertThat(same(conditions("messageAnyOf", List.of("a", "b")), conditions("message", "c")))
        .isFalse();
  }

  private static Map<String, Object> conditions(String key, Object message) {
    return Map.of(
        "conditions",
        List.of(Map.of("type", "Unschedulable", "status", "True", "reason", "r", key, message)));
  }

  private static boolean same(@Nullable Object expected, @Nullable Object found) {
    var comparison = new BatchComparison();
    comparison.compare("", expected, found);
    return comparison.differences().isEmpty();
  }
}
