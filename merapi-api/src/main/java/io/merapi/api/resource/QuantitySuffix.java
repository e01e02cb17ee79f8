package io.merapi.api.resource;

import io.merapi.api.resource.Quantity.Format;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A suffix of a quantity and the factor it stands for.
 *
 * @param exponent the power of two for {@link Format#BINARY_SI}, of ten otherwise
 */
record QuantitySuffix(Format format, int exponent) {

  static final String ACCEPTED =
      "no suffix or one of n u m k M G T P E, Ki Mi Gi Ti Pi Ei, or an exponent such as e3";

  private static final List<String> DECIMAL =
      List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
  private static final int SMALLEST_DECIMAL = -9;
  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");

  /** The meaning of a suffix, or null if it has none. */
  static @Nullable QuantitySuffix interpret(String text) {
    int decimal = DECIMAL.indexOf(text);
    if (decimal >= 0) {
      return new QuantitySuffix(Format.DECIMAL_SI, SMALLEST_DECIMAL + 3 * decimal);
    }
    int binary = BINARY.indexOf(text);
    if (binary > 0) {
      return new QuantitySuffix(Format.BINARY_SI, 10 * binary);
    }
    if (text.length() > 1 && (text.charAt(0) == 'e' || text.charAt(0) == 'E')) {
      try {
        // Upstream cuts the exponent to 32 bits.
        int exponent = (int) Long.parseLong(text, 1, text.length(), 10);
        return new QuantitySuffix(Format.DECIMAL_EXPONENT, exponent);
      } catch (NumberFormatException _) {
        return null;
      }
    }
    return null;
  }

  /** The suffix of a power of 1000, or nothing, as upstream prints it, if there is none. */
  static String decimal(int powerOfTen) {
    int index = (powerOfTen - SMALLEST_DECIMAL) / 3;
    return powerOfTen >= SMALLEST_DECIMAL && index < DECIMAL.size() ? DECIMAL.get(index) : "";
  }

  /** The suffix of a power of 1024, or nothing, as upstream prints it, if there is none. */
  static String binary(int powerOf1024) {
    return powerOf1024 < BINARY.size() ? BINARY.get(powerOf1024) : "";
  }
}
