package io.merapi.explain.conformance;

import io.merapi.config.kube.KubeConfigurationReading.Refusal;
import io.merapi.explain.conformance.CaseResult.Difference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Compares the refusal of a configuration with the recorded one.
 *
 * <p>The words are compared where they are the real program's own. Of a text that it cannot decode
 * it quotes its parsers, so only the refusal counts; of a structure that it refuses it prints the
 * structure, so the fields and kinds of errors count.
 */
final class ConfigErrorComparison {

  /** A field error up to its value: its path and its kind. */
  private static final Pattern FIELD_ERROR =
      Pattern.compile(
          "(?:^|[\\[ ])([\\w.\\[\\]]+): (Required value|Invalid value|Duplicate value|Unsupported"
              + " value|Forbidden)");

  /** A value that is printed as a structure. */
  private static final Pattern STRUCTURE = Pattern.compile("value: [{\\[].*[}\\]]: ");

  private ConfigErrorComparison() {}

  /**
   * The difference, if there is one.
   *
   * @param expected the recorded {@code configError}; null where the configuration was accepted
   * @param found null where the configuration is accepted
   */
  static Optional<Difference> compare(@Nullable Map<?, ?> expected, @Nullable Refusal found) {
    String wanted = expected == null ? "none" : text(expected, "message");
    if (expected == null || found == null) {
      return expected == null && found == null
          ? Optional.empty()
          : difference("", wanted, found == null ? "none" : found.message());
    }
    String stage = found.stage().key();
    if (!stage.equals(text(expected, "stage"))) {
      return difference(".stage", text(expected, "stage"), stage + ": " + found.message());
    }
    boolean same =
        switch (found.stage()) {
          case DECODE -> true;
          case VALIDATE -> sameFieldErrors(wanted, found.message());
          case BUILD -> found.message().equals(wanted);
        };
    return same ? Optional.empty() : difference(".message", wanted, found.message());
  }

  private static Optional<Difference> difference(String field, String expected, String found) {
    return Optional.of(new Difference("configError" + field, expected, found));
  }

  private static boolean sameFieldErrors(String expected, String found) {
    return fieldErrors(expected).equals(fieldErrors(found))
        && (STRUCTURE.matcher(expected).find() || found.equals(expected));
  }

  private static List<String> fieldErrors(String message) {
    return FIELD_ERROR
        .matcher(message)
        .results()
        .map(result -> result.group(1) + " " + result.group(2))
        .toList();
  }

  private static String text(Map<?, ?> fields, String field) {
    return Objects.toString(fields.get(field), "");
  }
}
