package io.merapi.cli;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.config.kube.FeatureGateReader;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.kube.KubeConfigurationReading;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.cycle.SchedulerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that say which scheduler is meant, and those that all schedulers know. */
final class KubeOptions {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A KubeSchedulerConfiguration; without it the defaults of kube-scheduler.")
  private List<Path> configs = List.of();

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=BOOL,...",
      description = "Feature gates that differ from the defaults of Kubernetes 1.36.")
  private String featureGates = "";

  @Option(
      names = "--upstream-sampling",
      description =
          "Where nothing else says how many, stop looking after as many nodes that fit as upstream"
              + " would; without it all nodes are looked at.")
  private boolean upstreamSampling;

  @Option(
      names = "--fixes",
      paramLabel = "NAME,...",
      converter = FixesConverter.class,
      description =
          "Better behaviour in the place of upstream's known bugs: all, none (default) or names.")
  private Fixes fixes = Fixes.NONE;

  @Option(
      names = "--strict",
      description = "Refuse a configuration for anything that merapi validate reports as wrong.")
  private boolean strict;

  SchedulerSettings settings(long seed) {
    return new SchedulerSettings(seed, upstreamSampling, fixes, Duration.ZERO, false);
  }

  boolean hasConfiguration() {
    return !configs.isEmpty();
  }

  boolean upstreamSampling() {
    return upstreamSampling;
  }

  Fixes fixes() {
    return fixes;
  }

  FeatureGateReader.Reading readGates() {
    return FeatureGateReader.read(featureGates);
  }

  /** Whether a configuration is refused for what there is to say of it. */
  boolean refuses(List<Problem> problems) {
    return strict && problems.stream().anyMatch(KubeOptions::isWrong);
  }

  /** All configurations that are given. */
  List<Path> configurations() {
    return configs;
  }

  /** Reads what the options name. */
  Chosen read() throws IOException {
    return configs.size() > 1
        ? new Chosen(
            null,
            FeatureGates.DEFAULTS,
            List.of(),
            "--config may be given once here; merapi compare takes several")
        : read(configs.isEmpty() ? null : configs.getFirst());
  }

  /**
   * The same for one configuration.
   *
   * @param config null for the defaults
   */
  Chosen read(@Nullable Path config) throws IOException {
    FeatureGateReader.Reading gates = readGates();
    if (gates.refused()) {
      return new Chosen(null, gates.gates(), gates.problems(), "--feature-gates is refused");
    }
    var reader = new KubeConfigurationReader();
    if (config == null) {
      return new Chosen(reader.defaults(gates.gates()), gates.gates(), gates.problems(), "");
    }
    KubeConfigurationReading reading =
        reader.read(config.toString(), Files.readString(config), gates.gates());
    var problems = new ArrayList<>(gates.problems());
    problems.addAll(reading.problems());
    KubeConfiguration configuration = reading.configuration();
    if (refuses(problems)) {
      configuration = null;
    }
    String refusal = configuration == null ? "the configuration is refused" : "";
    return new Chosen(configuration, gates.gates(), problems, refusal);
  }

  /** Whether {@code merapi validate} ends with an error for it. */
  private static boolean isWrong(Problem problem) {
    return problem.severity() != Severity.NOTE;
  }

  /**
   * What the options come to.
   *
   * @param configuration absent where something is refused, as the problems say
   * @param refusal what is refused; empty where nothing is
   */
  record Chosen(
      @Nullable KubeConfiguration configuration,
      FeatureGates gates,
      List<Problem> problems,
      String refusal) {}

  /** Reads the names of fixes. */
  static final class FixesConverter implements ITypeConverter<Fixes> {

    @Override
    public Fixes convert(String text) {
      try {
        return Fixes.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
