package io.merapi.kube.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {

  @ParameterizedTest(name = "{0} is {1} and prints as {2}")
  @CsvSource({
    "0, PT0S, 0s",
    "+5s, PT5S, 5s",
    "-1s, PT-1S, -1s",
    "1m, PT1M, 1m0s",
    "1.5h, PT1H30M, 1h30m0s",
    "2h45m30.25s, PT2H45M30.25S, 2h45m30.25s",
    "300ms, PT0.3S, 300ms",
    "1500us, PT0.0015S, 1.5ms",
    "15ns, PT0.000000015S, 15ns",
    ".5s, PT0.5S, 500ms",
    "3600s, PT1H, 1h0m0s",
    "10m, PT10M, 10m0s"
  })
  void readsAndWritesAsGoDoes(String text, Duration value, String written) {
    assertThat(GoDuration.parse(text)).isEqualTo(value);
    assertThat(GoDuration.format(value)).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", "5", "1d", "s", ".s", "1.s.", "5 s", "1h-5m", "PT5S", "3000000h"})
  void takesNothingElse(String text) {
    assertThat(GoDuration.parse(text)).isNull();
  }

  @Test
  void whatIsWrittenReadsBack() {
    for (long nanos : new long[] {1, 999, 1_001, 1_000_001, 59_999_999_999L, 7_261_000_000_001L}) {
      Duration duration = Duration.ofNanos(nanos);
      assertThat(GoDuration.parse(GoDuration.format(duration))).isEqualTo(duration);
    }
  }
}
