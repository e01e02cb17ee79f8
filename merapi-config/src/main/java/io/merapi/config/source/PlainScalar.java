package io.merapi.config.source;

import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a YAML scalar without quotes means.
 *
 * <p>Both upstream programs read with Go's yaml.v2, whose rules are those of YAML 1.1 with a few of
 * its own: {@code yes} and {@code on} are flags, {@code 010} is eight, {@code 0x10} sixteen, {@code
 * 1_000} a thousand; a timestamp stays a string, and so do {@code 1:30} and a number that no double
 * holds.
 *
 * @param value a {@code Long}, or a {@code BigInteger} where only 64 bits without a sign hold it,
 *     for an integer; a {@code Double} for another number; a {@code Boolean}; null otherwise
 */
public record PlainScalar(ScalarType type, @Nullable Object value) {

  static final PlainScalar TEXT = new PlainScalar(ScalarType.TEXT, null);

  private static final PlainScalar NULL = new PlainScalar(ScalarType.NULL, null);
  private static final PlainScalar TRUE = new PlainScalar(ScalarType.FLAG, true);
  private static final PlainScalar FALSE = new PlainScalar(ScalarType.FLAG, false);

  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

  /** After a leading point underscores must stand between digits; elsewhere anywhere. */
  private static final Pattern AFTER_POINT =
      Pattern.compile("\\.[0-9]++(_[0-9]++)*+([eE][-+]?[0-9]++(_[0-9]++)*+)?");

  private static final BigInteger MIN_SIGNED = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_SIGNED = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger MAX_UNSIGNED =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  /** What the text means. */
  public static PlainScalar of(String text) {
    if (text.isEmpty()) {
      return NULL;
    }
    return switch (text.charAt(0)) {
      case 'y', 'Y', 'n', 'N', 't', 'T', 'f', 'F', 'o', 'O', '~' -> word(text);
      case '+', '-', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number(text);
      default -> TEXT;
    };
  }

  private static PlainScalar word(String text) {
    return switch (text) {
      case "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON" -> TRUE;
      case "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF" -> FALSE;
      case "~", "null", "Null", "NULL" -> NULL;
      default -> TEXT;
    };
  }

  private static PlainScalar number(String text) {
    return switch (text) {
      case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF" -> number(Double.POSITIVE_INFINITY);
      case "-.inf", "-.Inf", "-.INF" -> number(Double.NEGATIVE_INFINITY);
      case ".nan", ".NaN", ".NAN" -> number(Double.NaN);
      default -> finite(text);
    };
  }

  private static PlainScalar finite(String text) {
    String digits = text.replace("_", "");
    if (text.charAt(0) == '.') {
      return AFTER_POINT.matcher(text).matches() ? fraction(digits) : TEXT;
    }
    BigInteger whole = whole(digits);
    if (whole != null) {
      boolean signed = whole.bitLength() < Long.SIZE;
      return new PlainScalar(ScalarType.INTEGER, signed ? (Object) whole.longValue() : whole);
    }
    return NUMBER.matcher(digits).matches() ? fraction(digits) : TEXT;
  }

  private static PlainScalar fraction(String digits) {
    double value = Double.parseDouble(digits);
    return Double.isInfinite(value) ? TEXT : number(value);
  }

  private static PlainScalar number(double value) {
    return new PlainScalar(ScalarType.NUMBER, value);
  }

  private static @Nullable BigInteger whole(String digits) {
    boolean signed = digits.startsWith("-") || digits.startsWith("+");
    int start = signed ? 1 : 0;
    int radix = 10;
    if (digits.length() > start + 1 && digits.charAt(start) == '0') {
      char mark = digits.charAt(start + 1);
      radix = radix(mark);
      start += mark >= '0' && mark <= '9' ? 1 : 2;
    }
    int end = digits.length();
    if (start == end) {
      return null;
    }
    for (int i = start; i < end; i++) {
      char c = digits.charAt(i);
      // Only ASCII digits count, which Character.digit alone would not hold to.
      if (c > 'f' || Character.digit(c, radix) < 0) {
        return null;
      }
    }
    while (start < end - 1 && digits.charAt(start) == '0') {
      start++;
    }
    if (end - start > Long.SIZE) {
      return null;
    }
    BigInteger magnitude = new BigInteger(digits.substring(start), radix);
    BigInteger value = digits.charAt(0) == '-' ? magnitude.negate() : magnitude;
    if (value.compareTo(MIN_SIGNED) < 0
        || value.compareTo(signed ? MAX_SIGNED : MAX_UNSIGNED) > 0) {
      return null;
    }
    return value;
  }

  /** The base that a character after a leading zero stands for; 0, without digits, for none. */
  private static int radix(char mark) {
    return switch (mark) {
      case 'x', 'X' -> 16;
      case 'b', 'B' -> 2;
      case 'o', 'O', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> 8;
      default -> 0;
    };
  }
}
