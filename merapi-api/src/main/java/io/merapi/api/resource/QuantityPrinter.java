package io.merapi.api.resource;

import io.merapi.api.resource.Quantity.Format;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The canonical text of a quantity: no fraction, the greatest suffix that loses nothing.
 *
 * <p>A number greater than any suffix reaches loses its magnitude in the text, as it does upstream.
 */
final class QuantityPrinter {

  private static final BigInteger KIBI = BigInteger.valueOf(1024);

  private QuantityPrinter() {}

  static String print(Quantity quantity) {
    if (quantity.isZero()) {
      return "0";
    }
    if (quantity.format() == Format.BINARY_SI) {
      BigInteger whole = wholeOrNull(quantity);
      if (whole != null && whole.abs().compareTo(KIBI) >= 0) {
        return binary(whole);
      }
    }
    return decimal(quantity);
  }

  private static @Nullable BigInteger wholeOrNull(Quantity quantity) {
    if (quantity.exponent() >= 0) {
      return DecimalMath.scaleUp(quantity.unscaled(), quantity.exponent());
    }
    BigInteger[] parts =
        quantity.unscaled().divideAndRemainder(BigInteger.TEN.pow(-quantity.exponent()));
    return parts[1].signum() == 0 ? parts[0] : null;
  }

  private static String binary(BigInteger whole) {
    BigInteger number = whole;
    int power = 0;
    // The lowest set bit tells how often 2 goes into the number.
    int factors = number.getLowestSetBit() / 10;
    if (factors > 0) {
      number = number.shiftRight(10 * factors);
      power = factors;
    }
    return number + QuantitySuffix.binary(power);
  }

  private static String decimal(Quantity quantity) {
    BigInteger number = quantity.unscaled();
    int exponent = quantity.exponent();
    BigInteger[] parts = number.divideAndRemainder(BigInteger.TEN);
    while (parts[1].signum() == 0) {
      number = parts[0];
      exponent++;
      parts = number.divideAndRemainder(BigInteger.TEN);
    }
    int excess = Math.floorMod(exponent, 3);
    number = DecimalMath.scaleUp(number, excess);
    exponent -= excess;
    if (quantity.format() == Format.DECIMAL_EXPONENT) {
      return exponent == 0 ? number.toString() : number + "e" + exponent;
    }
    return number + QuantitySuffix.decimal(exponent);
  }
}
