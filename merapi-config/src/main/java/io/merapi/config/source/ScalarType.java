package io.merapi.config.source;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * What YAML takes a plain scalar for, by the rules of YAML 1.1 as Go's yaml.v2 applies them: both
 * programs read their files with it, so {@code on} is a flag and {@code 0o7} is a number here too.
 */
public enum ScalarType {
  TEXT,
  INTEGER,
  NUMBER,
  FLAG,
  NULL;

  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
  private static final Set<String> TRUE =
      Set.of("y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE");
  private static final Set<String> FALSE =
      Set.of("n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE");
  private static final Set<String> NOT_FINITE =
      Set.of(
          ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF", ".nan",
          ".NaN", ".NAN");
  private static final Pattern INTEGER_FORM =
      Pattern.compile("[-+]?(0b[01_]+|0x[0-9a-fA-F_]+|0o[0-7_]+|[0-9][0-9_]*)");
  private static final Pattern NUMBER_FORM =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

  /** The type of a scalar written without quotes. */
  public static ScalarType ofPlain(String text) {
    if (NULLS.contains(text)) {
      return NULL;
    }
    char first = text.charAt(0);
    boolean numeric =
        first == '-' || first == '+' || first == '.' || (first >= '0' && first <= '9');
    if (numeric) {
      if (INTEGER_FORM.matcher(text).matches()) {
        return INTEGER;
      }
      return NUMBER_FORM.matcher(text).matches() || NOT_FINITE.contains(text) ? NUMBER : TEXT;
    }
    return TRUE.contains(text) || FALSE.contains(text) ? FLAG : TEXT;
  }

  /** Whether the text of a flag means yes. */
  public static boolean flag(String text) {
    return TRUE.contains(text);
  }
}
