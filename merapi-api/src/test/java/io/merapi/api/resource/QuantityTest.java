package io.merapi.api.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.merapi.api.resource.Quantity.Format;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables are what {@code k8s.io/apimachinery} v0.36.1 answers. */
class QuantityTest {

  @ParameterizedTest(name = "<{0}> is {1}")
  @CsvFileSource(
      resources = "quantities.csv",
      numLinesToSkip = 1,
      emptyValue = "",
      ignoreLeadingAndTrailingWhitespace = false)
  void readsAndPrintsAsKubernetesDoes(
      String input, String text, Format format, Long value, Long milliValue, Double approximate) {
    if (text.equals("refused")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Quantity.parse(input))
          .withMessageContaining("(" + input + ")");
      return;
    }
    Quantity quantity = Quantity.parse(input);
    assertThat(quantity).hasToString(text);
    assertThat(quantity.format()).isEqualTo(format);
    assertThat(quantity.value()).isEqualTo(value);
    assertThat(quantity.milliValue()).isEqualTo(milliValue);
    assertThat(quantity.asApproximateDouble()).isEqualTo(approximate);
  }

  @ParameterizedTest(name = "{0} and {1}")
  @CsvFileSource(resources = "quantity-sums.csv", numLinesToSkip = 1)
  void addsSubtractsAndComparesAsKubernetesDoes(
      String left,
      String right,
      String sum,
      long sumValue,
      String difference,
      long differenceValue,
      int order) {
    Quantity one = Quantity.parse(left);
    Quantity other = Quantity.parse(right);
    assertThat(one.plus(other)).hasToString(sum);
    assertThat(one.plus(other).value()).isEqualTo(sumValue);
    assertThat(one.minus(other)).hasToString(difference);
    assertThat(one.minus(other).value()).isEqualTo(differenceValue);
    assertThat(one.compareTo(other)).isEqualTo(order);
  }

  @Test
  void countsTheSameAmountInAnyNotationAsEqual() {
    assertThat(Quantity.parse("1Gi")).isEqualTo(Quantity.parse("1024Mi"));
    assertThat(Quantity.parse("1Gi")).hasSameHashCodeAs(Quantity.parse("1073741824"));
    assertThat(Quantity.parse("1.5")).isEqualTo(Quantity.parse("1500m"));
    assertThat(Quantity.parse("1.5")).hasSameHashCodeAs(Quantity.parse("1500m"));
    assertThat(Quantity.parse("2Ei")).hasSameHashCodeAs(Quantity.parse("2305843009213693952"));
    assertThat(Quantity.parse("1")).isNotEqualTo(Quantity.parse("1m"));
  }

  @ParameterizedTest(name = "{0} times {1} is {2}")
  @CsvSource({
    "1Gi, 3, 3Gi",
    "1500m, 2, 3",
    "2k, 0, 0",
    "9223372036854775807, 10, 92233720368547758070",
    "1.5, -2, -3"
  })
  void multiplies(String quantity, long factor, String product) {
    assertThat(Quantity.parse(quantity).times(factor)).hasToString(product);
  }

  @Test
  void sumTakesTheFormatOfWhatIsAddedToZero() {
    assertThat(Quantity.ZERO.plus(Quantity.parse("1Gi"))).hasToString("1Gi");
    assertThat(Quantity.parse("0Ki").plus(Quantity.parse("2k"))).hasToString("2k");
    assertThat(Quantity.parse("1Gi").plus(Quantity.parse("1M"))).hasToString("1074741824");
  }

  @ParameterizedTest
  @CsvSource({
    "1500, DECIMAL_SI, 1500m, 1500",
    "2048, BINARY_SI, 2048m, 2Ki",
    "2000, DECIMAL_EXPONENT, 2, 2e3",
    "-5, BINARY_SI, -5m, -5"
  })
  void printsNumbersMadeInCode(long number, Format format, String asMillis, String asWhole) {
    assertThat(Quantity.ofMillis(number, format)).hasToString(asMillis);
    assertThat(Quantity.of(number, format)).hasToString(asWhole);
  }

  @Test
  void saysWhatItExpected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Quantity.parse("1Kb"))
        .withMessage(
            "quantity (1Kb) is not a number with an optional sign, then no suffix or one of n u m k"
                + " M G T P E, Ki Mi Gi Ti Pi Ei, or an exponent such as e3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Quantity.parse("1mi"))
        .withMessageStartingWith("quantity (1mi) has the unknown suffix (mi); expected");
  }

  @Test
  void refusesNumbersThatWouldFillTheMemory() {
    assertThatIllegalArgumentException().isThrownBy(() -> Quantity.parse("1e999999999"));
    assertThatIllegalArgumentException().isThrownBy(() -> Quantity.parse("9".repeat(1_000_000)));
    assertThat(Quantity.parse("1.5e-2147483648")).hasToString("1e-9");
    assertThat(Quantity.parse("1e10000").plus(Quantity.parse("1n")).sign()).isEqualTo(1);
  }

  @Test
  void isWholeWhereItWasNotWrittenInParts() {
    assertThat(Quantity.parse("2k").wholeValue()).hasValue(2000);
    assertThat(Quantity.parse("1Gi").wholeValue()).hasValue(1L << 30);
    assertThat(Quantity.parse("1500m").wholeValue()).isEmpty();
    assertThat(Quantity.parse("9E").plus(Quantity.parse("9E")).wholeValue()).isEmpty();
  }
}
