package io.merapi.explain.conformance;

import io.merapi.api.feature.FeatureGates;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.batch.BatchReading;
import io.merapi.config.kube.FeatureGateReader;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.kube.KubeConfigurationReading;
import io.merapi.config.objects.MalformedObjectException;
import io.merapi.config.source.MalformedTextException;
import io.merapi.config.source.Problem;
import io.merapi.explain.conformance.CaseResult.Difference;
import io.merapi.kube.configuration.KubeConfiguration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs golden cases, each from a fresh state. */
public final class Conformance {

  private static final String CONFIG_FILE = "config";

  private final boolean reference;
  private final KubeConfigurationReader kubeReader = new KubeConfigurationReader();

  /**
   * Runs cases in one of two ways that must give the same.
   *
   * @param reference whether every node is asked about every pod, straight from the definition
   */
  public Conformance(boolean reference) {
    this.reference = reference;
  }

  /** Reads a case file and runs it; a file that cannot be read is a failed case. */
  public CaseResult run(String file, String group, String json) {
    try {
      return run(GoldenCase.read(file, group, json));
    } catch (MalformedTextException e) {
      return CaseResult.failed("", "a case file", e.where() + ": " + e.getMessage());
    } catch (MalformedObjectException e) {
      return CaseResult.failed(
          "",
          "objects that can be read",
          "%s: %s %s".formatted(e.where(), e.path(), e.getMessage()));
    }
  }

  private CaseResult run(GoldenCase golden) {
    return switch (golden.layer()) {
      case KUBE -> kube(golden);
      case BATCH -> batch(golden);
    };
  }

  private CaseResult kube(GoldenCase golden) {
    Object gateText = golden.fields().get("featureGates");
    FeatureGates gates = FeatureGateReader.read(text(gateText)).gates();
    if (golden.config().isEmpty()) {
      return new KubeCase(golden, kubeReader.defaults(gates), gates, reference).run();
    }
    KubeConfigurationReading reading = kubeReader.read(CONFIG_FILE, golden.config(), gates);
    Map<?, ?> expected = (Map<?, ?>) golden.expect().get("configError");
    Optional<Difference> difference = ConfigErrorComparison.compare(expected, reading.refusal());
    if (difference.isPresent()) {
      return new CaseResult(CaseResult.Status.FAILED, List.of(difference.get()), "");
    }
    KubeConfiguration configuration = reading.configuration();
    return configuration == null
        ? CaseResult.PASSED
        : new KubeCase(golden, configuration, gates, reference).run();
  }

  private CaseResult batch(GoldenCase golden) {
    BatchReading reading = BatchConfigurationReader.read(CONFIG_FILE, golden.config());
    Object expected =
        Objects.requireNonNullElse(
            golden.expect().get("configError"), golden.expect().getOrDefault("fatal", ""));
    boolean refused = reading.configuration().isEmpty();
    if (refused != !text(expected).isEmpty()) {
      return CaseResult.failed("configError", orNone(text(expected)), orNone(complaint(reading)));
    }
    return reading
        .configuration()
        .map(configuration -> new BatchCase(golden, configuration, reference).run())
        .orElse(CaseResult.PASSED);
  }

  private static String complaint(BatchReading reading) {
    return reading.problems().stream()
        .filter(problem -> problem.severity() == Problem.Severity.REFUSED)
        .map(Problem::toString)
        .findFirst()
        .orElse("");
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "none" : text;
  }

  private static String text(@Nullable Object value) {
    return Objects.toString(value, "");
  }
}
