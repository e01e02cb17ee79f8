package io.merapi.kube.configuration;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Numbers as Go reads them: {@code 1.5}, {@code .5e3}, {@code 0x1p-2}, {@code inf}. */
public final class GoFloat {

  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
  private static final Pattern HEXADECIMAL =
      Pattern.compile("[+-]?0[xX]([0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)[pP][+-]?[0-9]+");
  private static final Pattern INFINITE = Pattern.compile("[+-]?(inf|infinity)");

  private GoFloat() {}

  /** Reads a number; one too great to be held is infinite. Nothing where the text is none. */
  public static OptionalDouble parse(String text) {
    if (DECIMAL.matcher(text).matches() || HEXADECIMAL.matcher(text).matches()) {
      return OptionalDouble.of(Double.parseDouble(text));
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (INFINITE.matcher(lower).matches()) {
      return OptionalDouble.of(
          lower.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    }
    return lower.equals("nan") ? OptionalDouble.of(Double.NaN) : OptionalDouble.empty();
  }
}
