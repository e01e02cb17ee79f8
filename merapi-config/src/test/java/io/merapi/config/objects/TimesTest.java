package io.merapi.config.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {

  @ParameterizedTest
  @CsvSource({
    "2030-01-31T12:00:00Z, 2030-01-31T12:00:00Z",
    "2030-01-31T12:00:00.123456Z, 2030-01-31T12:00:00.123456Z",
    "2030-01-31T12:00:00+02:00, 2030-01-31T10:00:00Z",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
  })
  void readsWhatTheApiServerWrites(String text, Instant expected) {
    assertThat(Times.parse(text)).isEqualTo(expected);
  }

  @Test
  void theShortWayAgreesWithTheGeneralParser() {
    var random = new SplittableRandom(7);
    for (int i = 0; i < 10_000; i++) {
      Instant time = Instant.ofEpochSecond(random.nextLong(-62_135_596_800L, 253_402_300_800L));
      assertThat(Times.parse(time.toString())).isEqualTo(time);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "2030-02-30T12:00:00Z",
        "2030-01-31T25:00:00Z",
        "2030-01-31T12:61:00Z",
        "2030-01-31T12:00:61Z",
        "2030-01-31 12:00:00Z"
      })
  void refusesWhatIsNoTime(String text) {
    assertThatThrownBy(() -> Times.parse(text)).isInstanceOf(DateTimeException.class);
  }
}
