package io.merapi.api.resource;

import java.math.BigInteger;

/** Powers of ten on longs and big integers, with upstream's answers where a long overflows. */
final class DecimalMath {

  private static final int LARGEST_LONG_POWER = 18;
  private static final long[] LONG_POWERS = new long[LARGEST_LONG_POWER + 1];

  /** The steps that Go's {@code math.Pow10} multiplies, so that results agree to the last bit. */
  private static final int STEP = 32;

  private static final int LARGEST_DOUBLE_POWER = 308;
  private static final int SMALLEST_DOUBLE_POWER = -323;

  static {
    LONG_POWERS[0] = 1;
    for (int i = 1; i < LONG_POWERS.length; i++) {
      LONG_POWERS[i] = LONG_POWERS[i - 1] * 10;
    }
  }

  private DecimalMath() {}

  /** The product with a power of ten, or 0 if it does not fit a long. */
  static long multiplyOrZero(long value, long power) {
    if (power == 0 || value == 0) {
      return value;
    }
    if (power > LARGEST_LONG_POWER) {
      return 0;
    }
    long factor = LONG_POWERS[(int) power];
    long high = Math.multiplyHigh(value, factor);
    long low = value * factor;
    return high == low >> 63 ? low : 0;
  }

  /**
   * The product with a power of ten as upstream answers it where it does not fit a long: wrapped
   * around for the powers that upstream multiplies by in one step, else 0.
   */
  static long multiplyOverflowing(long value, long power) {
    boolean oneStep = power == 1 || power == 2 || power == 3 || power == 6 || power == 9;
    return oneStep && value != Long.MIN_VALUE
        ? value * LONG_POWERS[(int) power]
        : multiplyOrZero(value, power);
  }

  /** The quotient by a power of ten, rounded away from zero. */
  static long divideAwayFromZero(long value, long power) {
    if (power > LARGEST_LONG_POWER) {
      return Long.signum(value);
    }
    long divisor = LONG_POWERS[(int) power];
    long quotient = value / divisor;
    return quotient * divisor == value ? quotient : quotient + Long.signum(value);
  }

  /** A big decimal in units of a power of ten, as upstream rounds and wraps it. */
  static long wideScaled(BigInteger unscaled, int exponent, int powerOfTen) {
    int dropped = powerOfTen - exponent;
    if (dropped == 0) {
      return unscaled.longValue();
    }
    if (dropped < 0) {
      // Upstream's factor is a double turned into a long, which saturates downwards.
      long factor = -dropped > LARGEST_LONG_POWER ? Long.MIN_VALUE : LONG_POWERS[-dropped];
      return unscaled.longValue() * factor;
    }
    if (dropped <= LARGEST_LONG_POWER
        && unscaled.compareTo(BigInteger.valueOf(Long.MAX_VALUE)) < 0) {
      long wrapped = unscaled.longValue();
      long divisor = LONG_POWERS[dropped];
      return wrapped / divisor + (wrapped % divisor == 0 ? 0 : 1);
    }
    BigInteger[] parts = unscaled.divideAndRemainder(BigInteger.TEN.pow(dropped));
    return parts[0].longValue() + (parts[1].signum() > 0 ? 1 : 0);
  }

  static BigInteger scaleUp(BigInteger value, int power) {
    return power == 0 ? value : value.multiply(BigInteger.TEN.pow(power));
  }

  /** The quotient of a number that is not negative by a power of ten, rounded up. */
  static BigInteger divideRoundingUp(BigInteger value, long power) {
    // A number of fewer bits than the power of ten has is smaller than it.
    if (power > value.bitLength()) {
      return BigInteger.valueOf(value.signum());
    }
    BigInteger[] parts = value.divideAndRemainder(BigInteger.TEN.pow((int) power));
    return parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
  }

  /** The power of ten as Go's {@code math.Pow10} gives it. */
  static double powerOfTen(int power) {
    if (power > LARGEST_DOUBLE_POWER) {
      return Double.POSITIVE_INFINITY;
    }
    if (power < SMALLEST_DOUBLE_POWER) {
      return 0;
    }
    int magnitude = Math.abs(power);
    if (magnitude <= LARGEST_LONG_POWER) {
      double exact = (double) LONG_POWERS[magnitude];
      return power < 0 ? 1 / exact : exact;
    }
    double rest = Double.parseDouble("1e" + magnitude % STEP);
    int steps = magnitude / STEP * STEP;
    return power < 0
        ? Double.parseDouble("1e-" + steps) / rest
        : Double.parseDouble("1e" + steps) * rest;
  }
}
