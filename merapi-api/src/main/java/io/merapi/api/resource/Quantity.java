package io.merapi.api.resource;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An exact Kubernetes quantity: a decimal number, and the kind of suffix that it is printed with.
 *
 * <p>Equality and order are those of the number alone; {@code 1Gi} equals {@code 1024Mi}. Upstream
 * counterpart: {@code k8s.io/apimachinery/pkg/api/resource.Quantity}.
 *
 * <p>Implementation note: upstream keeps a number either as a long with a power of ten or, where
 * that is too small or the text was awkward, as a big decimal, and the two answer differently once
 * a result leaves the range of a long: the first often with 0, the second wrapping around. Both are
 * kept apart here by {@code wide}, so that the answers are the same. A wide number still lives in
 * the long while it fits there.
 */
public final class Quantity implements Comparable<Quantity> {

  public static final Quantity ZERO = new Quantity(0, null, 0, false, Format.DECIMAL_SI, null);

  private static final int MILLI = -3;

  private final long value;
  private final @Nullable BigInteger bigValue;
  private final int exponent;
  private final boolean wide;
  private final Format format;
  private final @Nullable String text;

  private Quantity(
      long value,
      @Nullable BigInteger bigValue,
      int exponent,
      boolean wide,
      Format format,
      @Nullable String text) {
    this.value = value;
    this.bigValue = bigValue;
    this.exponent = exponent;
    this.wide = wide;
    this.format = format;
    this.text = text;
  }

  /** How a quantity is printed. */
  public enum Format {
    /** With a suffix for a power of 1000, such as {@code 12M}. */
    DECIMAL_SI,
    /** With a suffix for a power of 1024, such as {@code 12Mi}. */
    BINARY_SI,
    /** With an exponent, such as {@code 12e6}. */
    DECIMAL_EXPONENT
  }

  /**
   * Reads a quantity as Kubernetes does: a sign, digits with a point, and a suffix out of {@code n
   * u m k M G T P E}, {@code Ki Mi Gi Ti Pi Ei} or an exponent such as {@code e3}. Digits beyond
   * the ninth decimal place are rounded away from zero.
   *
   * @throws IllegalArgumentException if the text is not a quantity
   */
  public static Quantity parse(String text) {
    return text.equals("0") ? ZERO : new QuantityParser(text).parse();
  }

  /** A whole number. */
  public static Quantity of(long whole, Format format) {
    return narrow(whole, 0, format, null);
  }

  /** A number of thousandths. */
  public static Quantity ofMillis(long millis, Format format) {
    return narrow(millis, MILLI, format, null);
  }

  /**
   * A number as upstream's {@code int64Amount} keeps it.
   *
   * @param text the text to print where upstream prints the one that it read instead of the
   *     canonical one, else null
   */
  static Quantity narrow(long value, int exponent, Format format, @Nullable String text) {
    return new Quantity(value, null, exponent, false, format, text);
  }

  /** A number as upstream's {@code infDecAmount} keeps it. */
  static Quantity wide(BigInteger value, int exponent, Format format) {
    return value.bitLength() < Long.SIZE
        ? new Quantity(value.longValue(), null, exponent, true, format, null)
        : new Quantity(0, value, exponent, true, format, null);
  }

  public Format format() {
    return format;
  }

  public boolean isZero() {
    return sign() == 0;
  }

  /** -1, 0 or 1 for a negative number, zero or a positive one. */
  public int sign() {
    return bigValue != null ? bigValue.signum() : Long.signum(value);
  }

  /**
   * The number rounded away from zero to a whole one. A number beyond the range of a long gives
   * upstream's answer, which is 0 or one wrapped around.
   */
  public long value() {
    return scaledValue(0);
  }

  /**
   * The number where it is a whole one and upstream can tell so at once: a number that was written
   * in parts, such as {@code 1000m}, is none.
   */
  public OptionalLong wholeValue() {
    if (wide || exponent < 0) {
      return OptionalLong.empty();
    }
    try {
      long whole = value;
      for (int i = 0; i < exponent; i++) {
        whole = Math.multiplyExact(whole, 10L);
      }
      return OptionalLong.of(whole);
    } catch (ArithmeticException _) {
      return OptionalLong.empty();
    }
  }

  /** The number in thousandths; rounds and overflows as {@link #value()} does. */
  public long milliValue() {
    return scaledValue(MILLI);
  }

  /**
   * The number in units of a power of ten; rounds and overflows as {@link #value()} does. A
   * negative number that upstream keeps as a big decimal is rounded towards zero and then up by
   * one.
   */
  public long scaledValue(int powerOfTen) {
    if (wide) {
      return DecimalMath.wideScaled(unscaled(), exponent, powerOfTen);
    }
    return exponent < powerOfTen
        ? DecimalMath.divideAwayFromZero(value, (long) powerOfTen - exponent)
        : DecimalMath.multiplyOverflowing(value, (long) exponent - powerOfTen);
  }

  /** The nearest double but for the last digit; upstream's {@code AsApproximateFloat64}. */
  public double asApproximateDouble() {
    double base = bigValue != null ? bigValue.doubleValue() : (double) value;
    return exponent == 0 ? base : base * DecimalMath.powerOfTen(exponent);
  }

  /**
   * The sum, in the format of this quantity or, if this one is zero, of the other; upstream's
   * {@code Quantity.Add}.
   */
  public Quantity plus(Quantity other) {
    return combine(other, false);
  }

  /** The difference, in a format as for {@link #plus}; upstream's {@code Quantity.Sub}. */
  public Quantity minus(Quantity other) {
    return combine(other, true);
  }

  /** The product, in the format of this quantity; upstream's {@code Quantity.Mul}. */
  public Quantity times(long factor) {
    if (!wide) {
      try {
        return narrow(Math.multiplyExact(value, factor), exponent, format, null);
      } catch (ArithmeticException _) {
        // Upstream too goes on with a big decimal.
      }
    }
    return wide(unscaled().multiply(BigInteger.valueOf(factor)), exponent, format);
  }

  private Quantity combine(Quantity other, boolean subtract) {
    Format result = isZero() ? other.format : format;
    if (!wide && !other.wide) {
      Quantity sum = narrowSum(subtract ? -other.value : other.value, other.exponent, result);
      if (sum != null) {
        return sum;
      }
    }
    int common = Math.min(exponent, other.exponent);
    BigInteger left = DecimalMath.scaleUp(unscaled(), exponent - common);
    BigInteger right = DecimalMath.scaleUp(other.unscaled(), other.exponent - common);
    return wide(subtract ? left.subtract(right) : left.add(right), common, result);
  }

  private @Nullable Quantity narrowSum(long added, int addedExponent, Format result) {
    if (added == 0) {
      return narrow(value, exponent, result, null);
    }
    if (value == 0) {
      return narrow(added, addedExponent, result, null);
    }
    int common = Math.min(exponent, addedExponent);
    long left = DecimalMath.multiplyOrZero(value, (long) exponent - common);
    long right = DecimalMath.multiplyOrZero(added, (long) addedExponent - common);
    long sum = left + right;
    boolean overflows = left == 0 || right == 0 || ((left ^ sum) & (right ^ sum)) < 0;
    return overflows ? null : narrow(sum, common, result, null);
  }

  BigInteger unscaled() {
    return bigValue != null ? bigValue : BigInteger.valueOf(value);
  }

  int exponent() {
    return exponent;
  }

  @Override
  public int compareTo(Quantity other) {
    if (bigValue == null && other.bigValue == null) {
      if (exponent == other.exponent) {
        return Long.compare(value, other.value);
      }
      int signs = Integer.compare(sign(), other.sign());
      if (signs != 0 || value == 0) {
        return signs;
      }
      int common = Math.min(exponent, other.exponent);
      long left = DecimalMath.multiplyOrZero(value, (long) exponent - common);
      long right = DecimalMath.multiplyOrZero(other.value, (long) other.exponent - common);
      if (left != 0 && right != 0) {
        return Long.compare(left, right);
      }
    }
    return exact().compareTo(other.exact());
  }

  private BigDecimal exact() {
    return new BigDecimal(unscaled(), -exponent);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || (other instanceof Quantity that && compareTo(that) == 0);
  }

  @Override
  public int hashCode() {
    if (bigValue != null) {
      BigDecimal stripped = exact().stripTrailingZeros();
      BigInteger digits = stripped.unscaledValue();
      int hash =
          digits.bitLength() < Long.SIZE ? Long.hashCode(digits.longValue()) : digits.hashCode();
      return 31 * hash - stripped.scale();
    }
    if (value == 0) {
      return 0;
    }
    long digits = value;
    int power = exponent;
    while (digits % 10 == 0) {
      digits /= 10;
      power++;
    }
    return 31 * Long.hashCode(digits) + power;
  }

  /** The text that Kubernetes prints: the canonical one, or what was read where it keeps that. */
  @Override
  public String toString() {
    return text != null ? text : QuantityPrinter.print(this);
  }
}
