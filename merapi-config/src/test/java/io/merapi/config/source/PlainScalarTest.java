package io.merapi.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.config.source.SourceNode.Scalar;
import java.math.BigInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainScalarTest {

  @ParameterizedTest
  @MethodSource
  void resolvesAsYamlDoes(String text, @Nullable Number expected) {
    var scalar = new Scalar(Location.of("test"), text, PlainScalar.of(text).type());

    assertThat(scalar.number()).isEqualTo(expected);
  }

  static Stream<Arguments> resolvesAsYamlDoes() {
    return Stream.of(
        Arguments.of("0", 0L),
        Arguments.of("00", 0L),
        Arguments.of("-0", 0L),
        Arguments.of("-7", -7L),
        Arguments.of("+7", 7L),
        Arguments.of("1_000", 1_000L),
        Arguments.of("1__0", 10L),
        Arguments.of("010", 8L),
        Arguments.of("0o10", 8L),
        Arguments.of("0O17", 15L),
        Arguments.of("-0o17", -15L),
        Arguments.of("0x1f", 31L),
        Arguments.of("0X1F", 31L),
        Arguments.of("+0x1F", 31L),
        Arguments.of("0x_1", 1L),
        Arguments.of("0B11", 3L),
        Arguments.of("-0b11", -3L),
        Arguments.of("08", 8.0),
        Arguments.of("0_8", 8.0),
        Arguments.of("9223372036854775807", Long.MAX_VALUE),
        Arguments.of("-0x8000000000000000", Long.MIN_VALUE),
        Arguments.of("9223372036854775808", new BigInteger("9223372036854775808")),
        Arguments.of("0x8000000000000000", new BigInteger("9223372036854775808")),
        Arguments.of("18446744073709551616", 0x1p64),
        Arguments.of("-9223372036854775809", -0x1p63),
        Arguments.of("1.5", 1.5),
        Arguments.of("1.", 1.0),
        Arguments.of(".5", 0.5),
        Arguments.of(".5_0", 0.5),
        Arguments.of("1_000.5", 1000.5),
        Arguments.of("1e3", 1000.0),
        Arguments.of("1_e3", 1000.0),
        Arguments.of("1e3_0", 1e30),
        Arguments.of("1e400", null),
        Arguments.of("-.inf", Double.NEGATIVE_INFINITY),
        Arguments.of(".nan", Double.NaN),
        Arguments.of("text", null),
        Arguments.of("true", null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_1",
        "0x",
        "0b",
        "0o",
        "0b102",
        "0o8",
        "0x1.8p1",
        "0xffffffffffffffffff",
        "1e400",
        "1:30",
        "2001-01-01",
        ".",
        "+",
        "._5",
        ".5_",
        "<<",
        "Yes!",
        "nULL"
      })
  void whatOnlyLooksLikeSomethingIsText(String text) {
    assertThat(PlainScalar.of(text)).isEqualTo(PlainScalar.TEXT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "~", "null", "Null", "NULL"})
  void nullHasSeveralSpellings(String text) {
    assertThat(PlainScalar.of(text).type()).isEqualTo(ScalarType.NULL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"y", "Yes", "on", "TRUE"})
  void yesHasSeveralSpellings(String text) {
    assertThat(PlainScalar.of(text)).isEqualTo(new PlainScalar(ScalarType.FLAG, true));
  }
}
