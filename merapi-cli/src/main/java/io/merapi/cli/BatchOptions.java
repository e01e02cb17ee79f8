package io.merapi.cli;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.cycle.BatchSettings;
import io.merapi.batch.cycle.Pace;
import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.batch.session.NodeSampling;
import io.merapi.batch.session.NodeSharding;
import io.merapi.batch.session.SessionOptions;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.batch.BatchReading;
import io.merapi.config.kube.FeatureGateReader;
import io.merapi.config.source.Problem;
import io.merapi.kube.placement.ClassMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of vc-scheduler that touch decisions, with its names and defaults. */
final class BatchOptions {

  @Option(
      names = "--scheduler-conf",
      paramLabel = "FILE",
      description =
          "A volcano-scheduler.conf; under --mode batch without it the defaults of vc-scheduler.")
  private List<Path> confs = List.of();

  @Option(
      names = "--disable-default-scheduler-config",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      description =
          "Refuse to go on with vc-scheduler's default configuration where --scheduler-conf is"
              + " missing or refused.")
  private boolean noDefault;

  @Option(
      names = "--scheduler-name",
      paramLabel = "NAME",
      description = "Whose pods are scheduled (default: volcano); may be given several times.")
  private List<String> schedulerNames = List.of();

  @Option(
      names = "--default-queue",
      paramLabel = "QUEUE",
      description = "The queue of pod groups that name none (default: default).")
  private String defaultQueue = SessionOptions.DEFAULTS.defaultQueue();

  @Option(
      names = "--node-selector",
      paramLabel = "KEY:VALUE",
      split = ",",
      description = "Labels of which a node must have one to be used; without it all are used.")
  private List<String> nodeSelectors = List.of();

  @Option(
      names = "--schedule-period",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "The longest time between two sessions while work is pending (default: 1s).")
  private Duration period = BatchSettings.DEFAULTS.schedulePeriod();

  @Option(
      names = "--percentage-nodes-to-find",
      paramLabel = "N",
      description =
          "Stop looking for nodes when so many percent fit; 0 for fewer the larger the cluster is."
              + " All nodes are looked at unless this, one of the two minimums or"
              + " --upstream-sampling is given.")
  private @Nullable Integer percentage;

  @Option(
      names = "--minimum-feasible-nodes",
      paramLabel = "N",
      description = "Look for so many nodes in any case (vc-scheduler: 100).")
  private @Nullable Integer fewestNodes;

  @Option(
      names = "--minimum-percentage-nodes-to-find",
      paramLabel = "N",
      description = "Look for so many percent of the nodes in any case (vc-scheduler: 5).")
  private @Nullable Integer lowestPercentage;

  @Option(
      names = "--priority-class",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      description = "Whether pod groups have priorities (default: true).")
  private boolean priorityClasses = true;

  @Option(
      names = "--csi-storage",
      paramLabel = "BOOL",
      arity = "0..1",
      fallbackValue = "true",
      description =
          "Whether vc-scheduler follows CSIDriver and CSIStorageCapacity (default: true); changes"
              + " no decision.")
  @SuppressWarnings("UnusedVariable") // accepted because vc-scheduler has it
  private boolean csiStorage = true;

  @Option(
      names = "--ignored-provisioners",
      paramLabel = "NAME",
      split = ",",
      description = "Provisioners whose volumes are not counted.")
  private List<String> ignoredProvisioners = List.of();

  @Option(
      names = "--scheduler-sharding-mode",
      paramLabel = "MODE",
      description =
          "none (default), or nodes outside the own NodeShard cannot be used (hard) or are used"
              + " last (soft).")
  private NodeSharding.Mode shardingMode = NodeSharding.Mode.NONE;

  @Option(
      names = "--scheduler-sharding-name",
      paramLabel = "NAME",
      description = "The name of the own NodeShard (default: volcano).")
  private String shard = NodeSharding.NONE.shard();

  boolean hasConfiguration() {
    return !confs.isEmpty();
  }

  /** The name of the configuration file, without its ending; there must be one. */
  String configurationName() {
    return confs.getFirst().toFile().getName().replaceFirst("\\.[^.]+$", "");
  }

  /**
   * Reads what the options name.
   *
   * @param general those that both layers know
   */
  Chosen read(KubeOptions general) throws IOException {
    return confs.size() > 1
        ? Chosen.refused(
            List.of(), "--scheduler-conf may be given once here; merapi compare takes several")
        : read(general, confs.isEmpty() ? null : confs.getFirst());
  }

  /** Reads the one file again that the options name, for which the default does not stand in. */
  Chosen readWithoutDefault(KubeOptions general) throws IOException {
    Chosen read = read(general);
    return read.notes().isEmpty()
        ? read
        : Chosen.refused(read.problems(), "the configuration is refused");
  }

  /** All configurations that are given. */
  List<Path> configurations() {
    return confs;
  }

  /**
   * The same for one configuration.
   *
   * @param conf null for the defaults
   */
  Chosen read(KubeOptions general, @Nullable Path conf) throws IOException {
    FeatureGateReader.Reading gates = general.readGates();
    if (gates.refused()) {
      return Chosen.refused(gates.problems(), "--feature-gates is refused");
    }
    if (conf == null) {
      return noDefault
          ? Chosen.refused(
              gates.problems(),
              "--scheduler-conf is missing, and --disable-default-scheduler-config is given")
          : chosen(BatchConfiguration.byDefault(), general, gates, List.of(), List.of());
    }
    BatchReading reading =
        BatchConfigurationReader.read(
            conf.toString(), Files.readString(conf), gates.gates(), general.plugins().batch());
    BatchConfiguration configuration = reading.configuration().orElse(null);
    if (general.refuses(reading.problems()) || (configuration == null && noDefault)) {
      return Chosen.refused(reading.problems(), "the configuration is refused");
    }
    return configuration == null
        ? chosen(
            BatchConfiguration.byDefault(),
            general,
            gates,
            reading.problems(),
            List.of(
                "vc-scheduler would go on with its default configuration, and so does this;"
                    + " --disable-default-scheduler-config refuses it"))
        : chosen(configuration, general, gates, reading.problems(), List.of());
  }

  /** The same for a configuration that is at hand. */
  Chosen with(BatchReading reading, KubeOptions general) throws IOException {
    return chosen(
        reading.configuration().orElseThrow(), general, general.readGates(), List.of(), List.of());
  }

  private Chosen chosen(
      BatchConfiguration configuration,
      KubeOptions general,
      FeatureGateReader.Reading gates,
      List<Problem> problems,
      List<String> notes)
      throws IOException {
    var all = new ArrayList<>(gates.problems());
    all.addAll(problems);
    return new Chosen(
        configuration,
        gates.gates(),
        sessionOptions(general.upstreamSampling()),
        period,
        general.fixes(),
        general.plugins().batch(),
        all,
        notes,
        "");
  }

  private SessionOptions sessionOptions(boolean upstreamSampling) {
    return new SessionOptions(
        schedulerNames.isEmpty() ? SessionOptions.DEFAULTS.schedulerNames() : schedulerNames,
        defaultQueue,
        nodeSelectors,
        priorityClasses,
        Set.copyOf(ignoredProvisioners),
        sampling(upstreamSampling),
        new NodeSharding(shardingMode, shard),
        false,
        ClassMemory.DEFAULT);
  }

  private NodeSampling sampling(boolean upstreamSampling) {
    boolean asked =
        upstreamSampling || percentage != null || fewestNodes != null || lowestPercentage != null;
    NodeSampling upstream = NodeSampling.UPSTREAM;
    return asked
        ? new NodeSampling(
            fewestNodes == null ? upstream.fewest() : fewestNodes,
            percentage == null ? upstream.percentage() : percentage,
            lowestPercentage == null ? upstream.lowestPercentage() : lowestPercentage)
        : NodeSampling.ALL_NODES;
  }

  /**
   * What the options come to.
   *
   * @param plugins those that the configuration was read with
   * @param notes what a user must know beside the problems
   * @param refusal what is refused; empty where nothing is
   */
  record Chosen(
      BatchConfiguration configuration,
      FeatureGates gates,
      SessionOptions options,
      Duration period,
      Fixes fixes,
      BatchPlugins plugins,
      List<Problem> problems,
      List<String> notes,
      String refusal) {

    static Chosen refused(List<Problem> problems, String refusal) {
      return new Chosen(
          BatchConfiguration.byDefault(),
          FeatureGates.DEFAULTS,
          SessionOptions.DEFAULTS,
          Duration.ZERO,
          Fixes.NONE,
          BatchPlugins.IN_TREE,
          problems,
          List.of(),
          refusal);
    }

    BatchSettings settings(long seed, ClassMemory memory) {
      return new BatchSettings(options.withMemory(memory), Pace.VIRTUAL, period, fixes, seed);
    }
  }
}
