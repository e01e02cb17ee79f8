package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "-0, PT0S",
    "5m, PT5M",
    "+5m, PT5M",
    "-1.5h, PT-1H-30M",
    "1h2m3s4ms5us6ns, PT1H2M3.004005006S",
    "1h2m3s4ms5µs6ns, PT1H2M3.004005006S",
    "3μs, PT0.000003S",
    ".5s, PT0.5S",
    "5.s, PT5S",
    "0.3333333333333333333h, PT20M",
    "9223372036854775807ns, PT2562047H47M16.854775807S"
  })
  void reads(String text, Duration expected) {
    assertThat(GoDuration.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "5",
        "1",
        "s",
        ".s",
        "1d",
        "5 m",
        " 5m",
        "1h-2m",
        "1e3s",
        "9223372036854775808ns",
        "3000000h",
        "1.2.3s",
        "00"
      })
  void refuses(String text) {
    assertThat(GoDuration.parse(text)).isNull();
  }
}
