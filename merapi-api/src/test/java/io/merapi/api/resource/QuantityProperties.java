package io.merapi.api.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.resource.Quantity.Format;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class QuantityProperties {

  private static final int CASES = 5_000;
  private static final String[] SUFFIXES = {
    "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "e3", "e-4",
    "E+2"
  };

  private SplittableRandom random(RepetitionInfo repetition) {
    return new SplittableRandom(repetition.getCurrentRepetition());
  }

  @RepeatedTest(4)
  void readsBackWhatItPrints(RepetitionInfo repetition) {
    SplittableRandom random = random(repetition);
    for (int i = 0; i < CASES; i++) {
      Sample sample = sample(random);
      Quantity quantity = Quantity.parse(sample.text);
      // A text cannot say more than the greatest suffix does.
      if (sample.exact.abs().compareTo(new BigDecimal("1e20")) < 0) {
        Quantity again = Quantity.parse(quantity.toString());
        assertThat(again).as(sample.text).isEqualTo(quantity).hasSameHashCodeAs(quantity);
      }
    }
  }

  @RepeatedTest(4)
  void ordersAndAddsAsExactDecimalsDo(RepetitionInfo repetition) {
    SplittableRandom random = random(repetition);
    for (int i = 0; i < CASES; i++) {
      Sample left = sample(random);
      Sample right = sample(random);
      Quantity one = Quantity.parse(left.text);
      Quantity other = Quantity.parse(right.text);
      String cause = left.text + " and " + right.text;
      assertThat(one.compareTo(other)).as(cause).isEqualTo(left.exact.compareTo(right.exact));
      assertThat(one.equals(other)).as(cause).isEqualTo(left.exact.compareTo(right.exact) == 0);
      assertThat(one.plus(other)).as(cause).isEqualTo(other.plus(one));
      assertThat(one.plus(other).minus(other)).as(cause).isEqualTo(one);
      assertThat(one.plus(other).compareTo(one)).as(cause).isEqualTo(other.sign());
    }
  }

  @RepeatedTest(2)
  void additionDoesNotDependOnTheOrderOfThree(RepetitionInfo repetition) {
    SplittableRandom random = random(repetition);
    for (int i = 0; i < CASES; i++) {
      Quantity a = Quantity.parse(sample(random).text);
      Quantity b = Quantity.parse(sample(random).text);
      Quantity c = Quantity.parse(sample(random).text);
      assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
    }
  }

  @RepeatedTest(2)
  void roundsAwayFromZeroWithinTheRangeOfALong(RepetitionInfo repetition) {
    SplittableRandom random = random(repetition);
    for (int i = 0; i < CASES; i++) {
      long millis = random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L);
      Quantity quantity = Quantity.ofMillis(millis, Format.DECIMAL_SI);
      BigDecimal exact = BigDecimal.valueOf(millis, 3);
      assertThat(quantity.milliValue()).isEqualTo(millis);
      assertThat(quantity.value()).isEqualTo(exact.setScale(0, RoundingMode.UP).longValueExact());
    }
  }

  private static Sample sample(SplittableRandom random) {
    long digits = random.nextLong(random.nextBoolean() ? 1_000 : 1_000_000_000_000L);
    int places = random.nextInt(4);
    BigDecimal number = BigDecimal.valueOf(random.nextInt(4) == 0 ? -digits : digits, places);
    String suffix = SUFFIXES[random.nextInt(SUFFIXES.length)];
    BigDecimal exact = number.multiply(factor(suffix)).setScale(9, RoundingMode.UP);
    if (suffix.endsWith("i")) {
      // Only quantities with a binary suffix are capped.
      BigDecimal most = BigDecimal.valueOf(Long.MAX_VALUE);
      exact = exact.min(most).max(most.negate());
    }
    return new Sample(number.toPlainString() + suffix, exact);
  }

  private static BigDecimal factor(String suffix) {
    int decimal = "num kMGTPE".indexOf(suffix.isEmpty() ? " " : suffix);
    if (suffix.length() < 2) {
      return BigDecimal.ONE.scaleByPowerOfTen(3 * decimal - 9);
    }
    return suffix.endsWith("i")
        ? BigDecimal.valueOf(1L << (10 * (1 + "KMGTP".indexOf(suffix.charAt(0)))))
        : new BigDecimal("1" + suffix);
  }

  private record Sample(String text, BigDecimal exact) {}
}
