package io.merapi.cli;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.config.kube.FeatureGateReader;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.kube.KubeConfigurationReading;
import io.merapi.config.plugins.PluginSet;
import io.merapi.config.source.Problem;
import io.merapi.config.source.Problem.Severity;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.cycle.SchedulerSettings;
import io.merapi.kube.placement.ClassMemory;
import io.merapi.kube.plugins.KubePlugins;
import io.merapi.kube.queue.QueueSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that say which scheduler is meant, and those that all schedulers know. */
final class KubeOptions {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A KubeSchedulerConfiguration; without it the defaults of kube-scheduler.")
  private List<Path> configs = List.of();

  @Mixin private PluginOptions plugins = new PluginOptions();

  @Option(
      names = "--feature-gates",
      paramLabel = "NAME=BOOL,...",
      description = "Feature gates that differ from the defaults of Kubernetes 1.36.")
  private List<String> featureGates = List.of();

  @Option(
      names = "--pod-max-in-unschedulable-pods-duration",
      paramLabel = "TIME",
      converter = PositiveDurationConverter.class,
      description =
          "After what time a pod is tried again though nothing has changed for it"
              + " (default: 5m0s).")
  private Duration maxUnschedulable = QueueSettings.MAX_UNSCHEDULABLE;

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

  SchedulerSettings settings(long seed, ClassMemory memory) {
    return new SchedulerSettings(
        seed, upstreamSampling, fixes, Duration.ZERO, maxUnschedulable, false, memory);
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
    return FeatureGateReader.read(String.join(",", featureGates));
  }

  /** All plugins that configurations may name. */
  PluginSet plugins() throws IOException {
    return plugins.read();
  }

  /** Where they come from. */
  PluginOptions pluginOptions() {
    return plugins;
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
            KubePlugins.IN_TREE,
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
      return new Chosen(
          null, gates.gates(), KubePlugins.IN_TREE, gates.problems(), "--feature-gates is refused");
    }
    KubePlugins known = plugins.read().kube();
    var reader = new KubeConfigurationReader(known);
    if (config == null) {
      return new Chosen(reader.defaults(gates.gates()), gates.gates(), known, gates.problems(), "");
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
    return new Chosen(configuration, gates.gates(), known, problems, refusal);
  }

  /** Whether {@code merapi validate} ends with an error for it. */
  private static boolean isWrong(Problem problem) {
    return problem.severity() != Severity.NOTE;
  }

  /**
   * What the options come to.
   *
   * @param configuration absent where something is refused, as the problems say
   * @param plugins those that the configuration was read with
   * @param refusal what is refused; empty where nothing is
   */
  record Chosen(
      @Nullable KubeConfiguration configuration,
      FeatureGates gates,
      KubePlugins plugins,
      List<Problem> problems,
      String refusal) {}

  /** Reads a duration that must not be zero. */
  static final class PositiveDurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
      Duration duration = new DurationConverter().convert(text);
      if (duration.isZero()) {
        throw new TypeConversionException("(%s) must be longer than nothing".formatted(text));
      }
      return duration;
    }
  }

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
