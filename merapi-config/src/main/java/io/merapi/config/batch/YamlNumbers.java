package io.merapi.config.batch;

import io.merapi.config.source.ScalarType;
import io.merapi.config.source.SourceNode.Scalar;
import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What Go's yaml.v2 makes of a number written in a file. */
final class YamlNumbers {

  private static final BigInteger UNSIGNED_LIMIT = BigInteger.ONE.shiftLeft(64);
  private static final int DECIMAL = 10;
  private static final Pattern DIGITS = Pattern.compile("[-+]?[0-9]+");

  private YamlNumbers() {}

  /**
   * The number: a {@code Long}; a {@code BigInteger} where only an unsigned 64-bit number holds it;
   * a {@code Double}, also for whole numbers that are larger still or begin with 0 and are not
   * octal; null where the scalar is no number, or one that no double holds and that therefore stays
   * a string.
   */
  static @Nullable Number of(Scalar scalar) {
    String plain = scalar.text().replace("_", "");
    if (scalar.type() == ScalarType.INTEGER) {
      BigInteger whole = whole(plain);
      if (whole == null) {
        return DIGITS.matcher(plain).matches() ? finite(plain) : null;
      }
      if (whole.bitLength() < Long.SIZE) {
        return whole.longValue();
      }
      boolean unsigned = whole.signum() > 0 && !plain.startsWith("+");
      if (unsigned && whole.compareTo(UNSIGNED_LIMIT) < 0) {
        return whole;
      }
      return DIGITS.matcher(plain).matches() ? finite(plain) : null;
    }
    return scalar.type() == ScalarType.NUMBER ? fraction(plain) : null;
  }

  private static @Nullable BigInteger whole(String plain) {
    boolean signed = plain.startsWith("-") || plain.startsWith("+");
    String sign = plain.startsWith("-") ? "-" : "";
    String digits = signed ? plain.substring(1) : plain;
    int radix = radix(digits);
    String body =
        switch (radix) {
          case DECIMAL -> digits;
          default -> digits.substring(Character.isDigit(digits.charAt(1)) ? 1 : 2);
        };
    try {
      return new BigInteger(sign + body, radix);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static int radix(String digits) {
    if (digits.length() < 2 || digits.charAt(0) != '0') {
      return DECIMAL;
    }
    return switch (digits.charAt(1)) {
      case 'x' -> 16;
      case 'b' -> 2;
      default -> 8;
    };
  }

  private static @Nullable Double fraction(String plain) {
    String name = plain.toLowerCase(Locale.ROOT);
    return switch (name) {
      case ".nan" -> Double.NaN;
      case ".inf", "+.inf" -> Double.POSITIVE_INFINITY;
      case "-.inf" -> Double.NEGATIVE_INFINITY;
      default -> finite(plain);
    };
  }

  private static @Nullable Double finite(String plain) {
    double value = Double.parseDouble(plain);
    return Double.isInfinite(value) ? null : value;
  }
}
