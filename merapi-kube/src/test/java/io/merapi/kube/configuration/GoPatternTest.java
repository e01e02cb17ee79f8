package io.merapi.kube.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoPatternTest {

  @ParameterizedTest(name = "{0} in {1}: {2}")
  @CsvSource({
    "worker, my-worker-1, true",
    "^worker, my-worker-1, false",
    "^node-[0-9]+$, node-12, true",
    "(?P<rack>r[12])-, r2-n1, true",
    "'', anything, true"
  })
  void aPatternMatchesAnyPartOfAText(String pattern, String text, boolean found) {
    GoPattern parsed = Objects.requireNonNull(GoPattern.parse(pattern));
    assertThat(parsed.findsIn(text)).isEqualTo(found);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "(", "a**", "(a)\\1", "a(?=b)"})
  void whatGoDoesNotReadIsNoPattern(String text) {
    assertThat(GoPattern.parse(text)).isNull();
  }

  @Test
  void noPatternTakesForever() {
    GoPattern parsed = Objects.requireNonNull(GoPattern.parse("^(a+)+$"));
    assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> assertThat(parsed.findsIn("a".repeat(60) + "b")).isFalse());
  }
}
