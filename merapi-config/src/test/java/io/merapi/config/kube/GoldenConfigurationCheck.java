package io.merapi.config.kube;

import io.merapi.config.kube.GoldenCase.ExpectedProfile;
import io.merapi.config.kube.KubeConfigurationReading.Refusal;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.Profile;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compares what the reader makes of a case's configuration with what kube-scheduler made of it. */
final class GoldenConfigurationCheck {

  /** A field error up to its value: its path and its kind. */
  private static final Pattern FIELD_ERROR =
      Pattern.compile(
          "(?:^|[\\[ ])([\\w.\\[\\]]+): (Required value|Invalid value|Duplicate value|Unsupported"
              + " value|Forbidden)");

  /** A value that Go prints as a structure, which the vectors allow to print otherwise. */
  private static final Pattern STRUCTURE = Pattern.compile("value: [{\\[].*[}\\]]: ");

  private static final Set<ExtensionPoint> NOT_RECORDED =
      EnumSet.of(ExtensionPoint.PLACEMENT_GENERATE, ExtensionPoint.PLACEMENT_SCORE);

  private final KubeConfigurationReader reader = new KubeConfigurationReader();

  /** What differs; empty where all is as recorded. */
  Optional<String> difference(GoldenCase vector) {
    FeatureGateReader.Reading gates = FeatureGateReader.read(vector.featureGates());
    if (gates.refused()) {
      return Optional.of("feature gates are refused: " + gates.problems());
    }
    if (vector.config().isEmpty()) {
      // Without a file there is nothing to read, and the case records no profiles.
      KubeConfiguration defaults = reader.defaults(gates.gates());
      return defaults.profiles().size() == 1
          ? Optional.empty()
          : Optional.of("the default configuration has " + defaults.profiles());
    }
    KubeConfigurationReading reading = reader.read(vector.name(), vector.config(), gates.gates());
    Refusal refusal = reading.refusal();
    if (refusal != null) {
      return refusal(vector, refusal);
    }
    if (vector.stage() != null) {
      return Optional.of(
          "is accepted, but should be refused: %s %s".formatted(vector.stage(), vector.message()));
    }
    return profiles(vector, reading.configuration());
  }

  private static Optional<String> refusal(GoldenCase vector, Refusal refusal) {
    String found = refusal.stage().key() + " " + refusal.message();
    if (vector.stage() == null) {
      return Optional.of("is refused, but should not be: " + found);
    }
    String expected = vector.stage() + " " + vector.message();
    boolean same =
        refusal.stage().key().equals(vector.stage())
            && switch (refusal.stage()) {
              case DECODE -> true;
              case VALIDATE -> sameFieldErrors(refusal.message(), vector.message());
              case BUILD -> refusal.message().equals(vector.message());
            };
    return same
        ? Optional.empty()
        : Optional.of("is refused with\n  %s\ninstead of\n  %s".formatted(found, expected));
  }

  private static boolean sameFieldErrors(String found, String expected) {
    List<String> foundFields = fieldErrors(found);
    return !foundFields.isEmpty()
        && foundFields.equals(fieldErrors(expected))
        && (STRUCTURE.matcher(expected).find() || found.equals(expected));
  }

  private static List<String> fieldErrors(String message) {
    Matcher matcher = FIELD_ERROR.matcher(message);
    return matcher.results().map(result -> result.group(1) + " " + result.group(2)).toList();
  }

  private static Optional<String> profiles(
      GoldenCase vector, @Nullable KubeConfiguration configuration) {
    if (vector.profiles() == null || configuration == null) {
      return Optional.of("profiles are missing");
    }
    var found = new LinkedHashMap<String, ExpectedProfile>();
    for (Profile profile : configuration.profiles()) {
      found.put(profile.schedulerName(), recorded(profile));
    }
    return found.equals(vector.profiles())
        ? Optional.empty()
        : Optional.of("has\n  %s\ninstead of\n  %s".formatted(found, vector.profiles()));
  }

  private static ExpectedProfile recorded(Profile profile) {
    Map<String, List<String>> plugins = new TreeMap<>();
    profile
        .plugins()
        .inOrder()
        .forEach((point, names) -> {
          if (!NOT_RECORDED.contains(point)) {
            plugins.put(point.key(), names);
          }
        });
    return new ExpectedProfile(plugins, new TreeMap<>(profile.plugins().scoreWeights()));
  }
}
