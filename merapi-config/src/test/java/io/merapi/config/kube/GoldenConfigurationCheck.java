package io.merapi.config.kube;

import static java.util.Objects.requireNonNull;

import io.merapi.config.golden.GoldenCase;
import io.merapi.config.kube.KubeConfigurationReading.Refusal;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.Profile;
import java.math.BigDecimal;
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

  /** The plugins of a profile by extension point, and the weights of those that score. */
  private record Plugins(Map<String, List<String>> byPoint, Map<String, Integer> scoreWeights) {}

  /** What differs; empty where all is as recorded. */
  Optional<String> difference(GoldenCase vector) {
    FeatureGateReader.Reading gates = FeatureGateReader.read(vector.text("featureGates"));
    if (gates.refused()) {
      return Optional.of("feature gates are refused: " + gates.problems());
    }
    if (vector.text("config").isEmpty()) {
      // Without a file there is nothing to read, and the case records no profiles.
      KubeConfiguration defaults = reader.defaults(gates.gates());
      return defaults.profiles().size() == 1
          ? Optional.empty()
          : Optional.of("the default configuration has " + defaults.profiles());
    }
    KubeConfigurationReading reading =
        reader.read(vector.name(), vector.text("config"), gates.gates());
    GoldenCase expect = requireNonNull(vector.object("expect"));
    GoldenCase error = expect.object("configError");
    Refusal refusal = reading.refusal();
    if (refusal != null) {
      return refusal(error, refusal);
    }
    if (error != null) {
      return Optional.of(
          "is accepted, but should be refused: %s %s"
              .formatted(error.text("stage"), error.text("message")));
    }
    return profiles(expect.object("profiles"), reading.configuration());
  }

  private static Optional<String> refusal(@Nullable GoldenCase error, Refusal refusal) {
    String found = refusal.stage().key() + " " + refusal.message();
    if (error == null) {
      return Optional.of("is refused, but should not be: " + found);
    }
    String message = error.text("message");
    String expected = error.text("stage") + " " + message;
    boolean same =
        refusal.stage().key().equals(error.text("stage"))
            && switch (refusal.stage()) {
              case DECODE -> true;
              case VALIDATE -> sameFieldErrors(refusal.message(), message);
              case BUILD -> refusal.message().equals(message);
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
      @Nullable GoldenCase expected, @Nullable KubeConfiguration configuration) {
    if (expected == null || configuration == null) {
      return Optional.of("profiles are missing");
    }
    var found = new LinkedHashMap<String, Plugins>();
    for (Profile profile : configuration.profiles()) {
      found.put(profile.schedulerName(), made(profile));
    }
    var recorded = new LinkedHashMap<String, Plugins>();
    for (Object name : expected.fields().keySet()) {
      recorded.put(name.toString(), recorded(requireNonNull(expected.object(name))));
    }
    return found.equals(recorded)
        ? Optional.empty()
        : Optional.of("has\n  %s\ninstead of\n  %s".formatted(found, recorded));
  }

  private static Plugins made(Profile profile) {
    var byPoint = new TreeMap<String, List<String>>();
    profile
        .plugins()
        .inOrder()
        .forEach((point, names) -> {
          if (!NOT_RECORDED.contains(point)) {
            byPoint.put(point.key(), names);
          }
        });
    return new Plugins(byPoint, new TreeMap<>(profile.plugins().scoreWeights()));
  }

  private static Plugins recorded(GoldenCase profile) {
    var byPoint = new TreeMap<String, List<String>>();
    GoldenCase plugins = requireNonNull(profile.object("plugins"));
    plugins.fields().keySet().forEach(point -> byPoint.put(point.toString(), plugins.texts(point)));
    var weights = new TreeMap<String, Integer>();
    GoldenCase scoreWeights = requireNonNull(profile.object("scoreWeights"));
    scoreWeights
        .fields()
        .forEach(
            (plugin, weight) -> weights.put(plugin.toString(), ((BigDecimal) weight).intValue()));
    return new Plugins(byPoint, weights);
  }
}
