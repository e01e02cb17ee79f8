package io.merapi.config.objects;

import io.merapi.config.objects.Tokens.Token;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a YAML scalar without quotes means, by the rules of the reader that Kubernetes uses.
 *
 * <p>Those are the rules of YAML 1.1 with a few of their own: {@code yes} and {@code on} are flags,
 * {@code 010} is eight, {@code 0x10} sixteen, {@code 1_000} a thousand; a timestamp stays a string,
 * and so does {@code 1:30}. Numbers come out as JSON writes them, since Kubernetes turns YAML into
 * JSON before it reads it.
 */
final class PlainScalars {

  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final BigInteger MIN_SIGNED = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_SIGNED = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger MAX_UNSIGNED =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  // From here on a number is written with an exponent, as Go does.
  private static final double PLAIN_LIMIT = 1e21;

  private PlainScalars() {}

  /**
   * A scalar with its meaning.
   *
   * @param text as {@link Tokens#text} gives it
   */
  record Scalar(Token token, String text) {}

  private static final Scalar TRUE = new Scalar(Token.FLAG, "true");
  private static final Scalar FALSE = new Scalar(Token.FLAG, "false");
  private static final Scalar NULL = new Scalar(Token.NULL, "null");

  /**
   * The flag, number or null that the text means; null where it is just a string.
   *
   * @throws IllegalArgumentException if the text is a number that JSON cannot express
   */
  static @Nullable Scalar resolve(String text) {
    if (text.isEmpty()) {
      return NULL;
    }
    return switch (text.charAt(0)) {
      case 'y', 'Y', 'n', 'N', 't', 'T', 'f', 'F', 'o', 'O', '~' -> word(text);
      case '+', '-', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number(text);
      default -> null;
    };
  }

  private static @Nullable Scalar word(String text) {
    return switch (text) {
      case "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON" -> TRUE;
      case "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF" -> FALSE;
      case "~", "null", "Null", "NULL" -> NULL;
      default -> null;
    };
  }

  private static @Nullable Scalar number(String text) {
    switch (text) {
      case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF" ->
          throw new IllegalArgumentException("(%s) must be a finite number".formatted(text));
      case ".nan", ".NaN", ".NAN" ->
          throw new IllegalArgumentException("(%s) must be a number".formatted(text));
      default -> {}
    }
    String digits = text.charAt(0) == '.' ? text : text.replace("_", "");
    BigInteger whole = whole(digits);
    if (whole != null) {
      return new Scalar(Token.NUMBER, whole.toString());
    }
    if (!FLOAT.matcher(digits).matches()) {
      return null;
    }
    double value = Double.parseDouble(digits);
    return Double.isInfinite(value) ? null : new Scalar(Token.NUMBER, json(value));
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
    if (end - start > 64) {
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

  private static String json(double value) {
    return Math.abs(value) < PLAIN_LIMIT
        ? new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString()
        : Double.toString(value);
  }
}
