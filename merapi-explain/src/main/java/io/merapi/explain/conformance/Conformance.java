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
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs golden cases, each from a fresh state. */
public final class Conformance {

  private static final String CONFIG_FILE = "config";

  private final KubeConfigurationReader kubeReader = new KubeConfigurationReader();

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
    FeatureGates gates = FeatureGateReader.read(gateText == null ? "" : (String) gateText).gates();
    Map<?, ?> expected = (Map<?, ?>) golden.expect().get("configError");
    if (golden.config().isEmpty()) {
      return CaseResult.notRun("the kube layer does not exist yet");
    }
    KubeConfigurationReading reading = kubeReader.read(CONFIG_FILE, golden.config(), gates);
    KubeConfigurationReading.Refusal refusal = reading.refusal();
    if (expected == null) {
      return refusal == null
          ? CaseResult.notRun("the kube layer does not exist yet")
          : CaseResult.failed("configError", "none", refusal.message());
    }
    if (refusal == null) {
      return CaseResult.failed("configError", text(expected.get("message")), "none");
    }
    String stage = refusal.stage().name().toLowerCase(Locale.ROOT);
    if (!stage.equals(expected.get("stage"))) {
      return CaseResult.failed("configError.stage", text(expected.get("stage")), stage);
    }
    // What the real program says of a text that it cannot decode quotes its parsers, and of a
    // structure that it refuses prints the structure; the words are compared where they are its
    // own.
    boolean words = refusal.stage() == io.merapi.config.kube.Stage.BUILD;
    return !words || refusal.message().equals(expected.get("message"))
        ? CaseResult.PASSED
        : CaseResult.failed(
            "configError.message", text(expected.get("message")), refusal.message());
  }

  private static CaseResult batch(GoldenCase golden) {
    BatchReading reading = BatchConfigurationReader.read(CONFIG_FILE, golden.config());
    Object expected =
        Objects.requireNonNullElse(
            golden.expect().get("configError"), golden.expect().getOrDefault("fatal", ""));
    boolean refused = reading.configuration().isEmpty();
    if (refused != !text(expected).isEmpty()) {
      return CaseResult.failed("configError", orNone(text(expected)), orNone(complaint(reading)));
    }
    return refused ? CaseResult.PASSED : CaseResult.notRun("the batch layer does not exist yet");
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
