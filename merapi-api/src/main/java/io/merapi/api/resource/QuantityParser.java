package io.merapi.api.resource;

import io.merapi.api.resource.Quantity.Format;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a quantity's text.
 *
 * <p>The grammar is upstream's, with its leniencies: digits may be missing altogether ({@code m}
 * and {@code .} are zero), a point may stand at either end. Which texts end up as a long and which
 * as a big decimal is upstream's choice too, because it shows in results that overflow.
 */
final class QuantityParser {

  private static final int NANO = -9;
  private static final int LONG_DIGITS = 18;
  private static final int BINARY_DIGITS = 15;

  /**
   * Differs from upstream: longer texts and greater exponents are refused, because a few characters
   * such as {@code 10.5e999999999} would otherwise fill the memory.
   */
  private static final int MOST_DIGITS = 10_000;

  private static final int SHOWN_CHARACTERS = 64;
  private static final BigInteger LARGEST_BINARY = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger ONE_IN_NANOS = BigInteger.TEN.pow(-NANO);

  private final String text;
  private boolean negative;
  private String whole = "";
  private String fraction = "";
  private boolean hasDigits;

  /** Whether sign and digits stand as the canonical text has them. */
  private boolean plain = true;

  QuantityParser(String text) {
    this.text = text;
  }

  Quantity parse() {
    if (text.isEmpty()) {
      throw malformed();
    }
    if (text.length() > MOST_DIGITS) {
      throw new IllegalArgumentException(
          "quantity (%s) has %d characters; expected at most %d"
              .formatted(shown(text), text.length(), MOST_DIGITS));
    }
    int suffixStart = readNumber();
    String suffixText = text.substring(suffixStart);
    checkSuffixShape(suffixText);
    QuantitySuffix suffix = QuantitySuffix.interpret(suffixText);
    if (suffix == null) {
      throw new IllegalArgumentException(
          "quantity (%s) has the unknown suffix (%s); expected %s"
              .formatted(shown(text), shown(suffixText), QuantitySuffix.ACCEPTED));
    }
    if (suffix.exponent() > MOST_DIGITS && suffix.format() == Format.DECIMAL_EXPONENT) {
      throw new IllegalArgumentException(
          "quantity (%s) has the exponent (%d); expected at most %d"
              .formatted(shown(text), suffix.exponent(), MOST_DIGITS));
    }
    Quantity narrow = parseNarrow(suffix);
    return narrow != null ? narrow : parseWide(suffix);
  }

  /** Reads sign, digits and point; gives the position of the suffix. */
  private int readNumber() {
    int position = 0;
    char first = text.charAt(0);
    if (first == '-' || first == '+') {
      negative = first == '-';
      plain = negative;
      position++;
    }
    int digits = position;
    while (position < text.length() && text.charAt(position) == '0') {
      position++;
    }
    int significant = position;
    plain &= significant == digits;
    position = skipDigits(position);
    whole = position == significant ? "0" : text.substring(significant, position);
    hasDigits = position > digits;
    if (position < text.length() && text.charAt(position) == '.') {
      plain = false;
      int fractionStart = position + 1;
      position = skipDigits(fractionStart);
      fraction = text.substring(fractionStart, position);
      hasDigits |= !fraction.isEmpty();
    }
    return position;
  }

  private int skipDigits(int from) {
    int position = from;
    while (position < text.length()
        && text.charAt(position) >= '0'
        && text.charAt(position) <= '9') {
      position++;
    }
    return position;
  }

  private void checkSuffixShape(String suffix) {
    int position = 0;
    while (position < suffix.length() && "eEinumkKMGTP".indexOf(suffix.charAt(position)) >= 0) {
      position++;
    }
    if (position < suffix.length()
        && (suffix.charAt(position) == '-' || suffix.charAt(position) == '+')) {
      position++;
    }
    while (position < suffix.length()
        && suffix.charAt(position) >= '0'
        && suffix.charAt(position) <= '9') {
      position++;
    }
    if (position < suffix.length()) {
      throw malformed();
    }
  }

  /** The quantity as a long times a power of ten, or null if upstream would not keep it so. */
  private @Nullable Quantity parseNarrow(QuantitySuffix suffix) {
    boolean binary = suffix.format() == Format.BINARY_SI;
    if (binary && !fraction.isEmpty()) {
      return null;
    }
    int room =
        binary
            ? BINARY_DIGITS - whole.length() - suffix.exponent() * 3 / 10 - 1
            : LONG_DIGITS - whole.length() - fraction.length();
    long exponent = binary ? 0 : (long) suffix.exponent() - fraction.length();
    if (room < 0 || exponent < NANO) {
      return null;
    }
    String digits = whole + fraction;
    long magnitude = Long.parseLong(digits);
    // Within the room left, the product with the suffix fits a long.
    long scaled = binary ? magnitude << suffix.exponent() : magnitude;
    boolean kept =
        binary
            ? (magnitude & 7) != 0
            : exponent % 3 == 0 && !digits.endsWith("000") && digits.charAt(0) != '0';
    boolean canonical = plain && suffix.format() != Format.DECIMAL_EXPONENT;
    return Quantity.narrow(
        negative ? -scaled : scaled,
        (int) exponent,
        suffix.format(),
        kept && !canonical ? text : null);
  }

  /** The quantity as a big decimal in billionths, which is how upstream rounds it. */
  private Quantity parseWide(QuantitySuffix suffix) {
    if (!hasDigits) {
      throw new IllegalArgumentException(
          "quantity (%s) has no digits; expected a number, then %s"
              .formatted(shown(text), QuantitySuffix.ACCEPTED));
    }
    boolean binary = suffix.format() == Format.BINARY_SI;
    BigInteger magnitude = new BigInteger(whole + fraction);
    if (magnitude.signum() == 0) {
      return Quantity.wide(magnitude, 0, suffix.format());
    }
    long exponent = -(long) fraction.length();
    if (binary) {
      magnitude = magnitude.shiftLeft(suffix.exponent());
    } else {
      exponent += suffix.exponent();
    }
    BigInteger nanos =
        exponent >= NANO
            ? DecimalMath.scaleUp(magnitude, (int) (exponent - NANO))
            : DecimalMath.divideRoundingUp(magnitude, NANO - exponent);
    return binary ? wideBinary(nanos) : Quantity.wide(signed(nanos), NANO, suffix.format());
  }

  private Quantity wideBinary(BigInteger nanos) {
    if (nanos.compareTo(LARGEST_BINARY.multiply(ONE_IN_NANOS)) > 0) {
      return Quantity.wide(signed(LARGEST_BINARY), 0, Format.BINARY_SI);
    }
    boolean belowOne = nanos.compareTo(ONE_IN_NANOS) < 0;
    return Quantity.wide(signed(nanos), NANO, belowOne ? Format.DECIMAL_SI : Format.BINARY_SI);
  }

  private BigInteger signed(BigInteger magnitude) {
    return negative ? magnitude.negate() : magnitude;
  }

  private IllegalArgumentException malformed() {
    return new IllegalArgumentException(
        "quantity (%s) is not a number with an optional sign, then %s"
            .formatted(shown(text), QuantitySuffix.ACCEPTED));
  }

  private static String shown(String whole) {
    return whole.length() <= SHOWN_CHARACTERS ? whole : whole.substring(0, SHOWN_CHARACTERS) + "…";
  }
}
