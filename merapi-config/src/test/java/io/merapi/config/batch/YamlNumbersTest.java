package io.merapi.config.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.config.source.Location;
import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceNode.Scalar;
import java.math.BigInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class YamlNumbersTest {

  @ParameterizedTest
  @MethodSource
  void resolvesAsYamlDoes(String text, @Nullable Number expected) {
    var scalar = new Scalar(Location.of("test"), text, ScalarType.ofPlain(text));

    assertThat(YamlNumbers.of(scalar)).isEqualTo(expected);
  }

  static Stream<Arguments> resolvesAsYamlDoes() {
    return Stream.of(
        Arguments.of("0", 0L),
        Arguments.of("-7", -7L),
        Arguments.of("+7", 7L),
        Arguments.of("1_000", 1_000L),
        Arguments.of("010", 8L),
        Arguments.of("0o10", 8L),
        Arguments.of("0x1f", 31L),
        Arguments.of("-0b11", -3L),
        Arguments.of("08", 8.0),
        Arguments.of("9223372036854775807", Long.MAX_VALUE),
        Arguments.of("9223372036854775808", new BigInteger("9223372036854775808")),
        Arguments.of("18446744073709551616", 0x1p64),
        Arguments.of("-9223372036854775809", -0x1p63),
        Arguments.of("1.5", 1.5),
        Arguments.of(".5", 0.5),
        Arguments.of("1e3", 1000.0),
        Arguments.of("1e400", null),
        Arguments.of("-.inf", Double.NEGATIVE_INFINITY),
        Arguments.of(".nan", Double.NaN),
        Arguments.of("text", null),
        Arguments.of("true", null));
  }
}
