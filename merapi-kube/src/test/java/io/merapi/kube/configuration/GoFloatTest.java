package io.merapi.kube.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoFloatTest {

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "1, 1.0",
    "+1.5, 1.5",
    "-.5, -0.5",
    "2., 2.0",
    "1e3, 1000.0",
    "0x1p-2, 0.25",
    "inf, Infinity",
    "-Infinity, -Infinity",
    "1e999, Infinity",
    "NaN, NaN"
  })
  void numbersAreReadAsGoReadsThem(String text, double expected) {
    assertThat(GoFloat.parse(text)).hasValue(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " 1", "1 ", "1f", "2d", "1_000", "0x1", "-nan", "one", "."})
  void otherTextsAreNone(String text) {
    assertThat(GoFloat.parse(text)).isEmpty();
  }
}
