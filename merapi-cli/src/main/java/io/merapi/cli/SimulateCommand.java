package io.merapi.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.batch.usage.FixedUsage.Load;
import io.merapi.batch.usage.MetricsSource;
import io.merapi.config.batch.BatchConfigurationReader;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.sim.Simulation;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.workload.Workload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code merapi simulate}: schedules a workload on virtual time and says what came of it. */
@Command(
    name = "simulate",
    header = "Run a workload through the scheduler on virtual time.",
    description = {
      "",
      "Reads nodes, pods, Volcano Jobs and whatever else scheduling looks at from manifests. A pod"
          + " or Job comes when its annotation merapi.io/arrival says (90s, 1h30m or a time), is"
          + " scheduled by the real engine, runs for merapi.io/run-time and ends. Hours of cluster"
          + " time take seconds. Without INPUT a shipped example runs: two queues that share a GPU"
          + " cluster for a day, with gangs, reclaim and preemption.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  merapi simulate",
      "  merapi simulate --config scheduler.yaml --until 12h nodes.yaml workload.yaml",
      "  merapi simulate --scheduler-conf volcano-scheduler.conf cluster/ jobs.yaml",
      "  merapi simulate --seed 7 -o json workload/ > result.json",
      "",
      "Exit codes: 0 the simulation ran, 2 unreadable input or a refused configuration."
    })
final class SimulateCommand extends SchedulerCommand {

  private static final String EXAMPLES = "/io/merapi/cli/simulation/";

  /** For the work of vc-scheduler, with a configuration beside it. */
  private static final String BATCH_EXAMPLE = EXAMPLES + "two-queues.yaml";

  private static final String BATCH_CONFIGURATION = EXAMPLES + "two-queues.conf";

  /** For the work of kube-scheduler. */
  private static final String KUBE_EXAMPLE = EXAMPLES + "shared-gpu-cluster.yaml";

  @Parameters(
      arity = "0..*",
      paramLabel = "INPUT",
      description =
          "Files or directories with manifests; - for standard input. Configuration files among"
              + " them are passed over.")
  private List<String> inputs = List.of();

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Stop after so much virtual time, such as 12h; without it, when all is done.")
  private @Nullable Duration until;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Decides among equally good nodes (default: 0). Same seed, same result.")
  private long seed;

  @Option(
      names = "--node-usage",
      paramLabel = "NODE=CPU:MEMORY",
      converter = NodeLoad.Converter.class,
      description =
          "The measured load of a node in percent, at all times; may be given several times. For"
              + " the plugins usage and rescheduling.")
  private List<NodeLoad> nodeUsage = List.of();

  /** The shipped example is one of batch work. */
  @Override
  boolean runsBatchByDefault() {
    return inputs.isEmpty() && batch.open() && !scheduler.hasConfiguration();
  }

  @Override
  BatchOptions.Chosen chooseBatch() throws IOException {
    return inputs.isEmpty() && !batch.hasConfiguration()
        ? batch.with(
            BatchConfigurationReader.read(
                BATCH_CONFIGURATION, new String(resource(BATCH_CONFIGURATION), UTF_8)),
            scheduler)
        : super.chooseBatch();
  }

  @Override
  int kube(KubeConfiguration configuration, KubeOptions.Chosen chosen) throws IOException {
    if (!configuration.extenders().isEmpty()) {
      note("a simulation sees no network, so extenders are not asked");
    }
    return simulate(
        KUBE_EXAMPLE,
        this::tellOfJobs,
        (workload, progress) ->
            new Simulation(
                configuration,
                chosen.gates(),
                scheduler.settings(seed),
                workload,
                until,
                progress));
  }

  @Override
  int batch(BatchOptions.Chosen chosen) throws IOException {
    if (!(chosen.configuration().metrics().source() instanceof MetricsSource.None)) {
      note("a simulation sees no network, so the load of nodes is that of --node-usage");
    }
    var loads = new TreeMap<String, Load>();
    nodeUsage.forEach(one -> loads.put(one.node(), one.load()));
    var complaints = new TreeSet<String>();
    int code =
        simulate(
            BATCH_EXAMPLE,
            _ -> {},
            (workload, progress) ->
                new Simulation(
                    chosen.configuration(),
                    chosen.gates(),
                    chosen.settings(seed),
                    workload,
                    until,
                    progress,
                    loads,
                    session ->
                        session.failures().all().forEach(one -> complaints.add(one.text()))));
    complaints.forEach(this::note);
    return code;
  }

  /** Whoever brings Jobs expects them to run. */
  private void tellOfJobs(List<ClusterObject> objects) {
    long jobs = objects.stream().filter(VolcanoJob.class::isInstance).count();
    if (jobs > 0) {
      note(
          "kube-scheduler passes over %s; --mode batch or --scheduler-conf schedules them"
              .formatted(Report.plural(jobs, "Volcano Job")));
    }
  }

  private int simulate(String example, Consumer<List<ClusterObject>> remarks, Maker maker)
      throws IOException {
    var objects = new ArrayList<ClusterObject>();
    boolean usable =
        inputs.isEmpty()
            ? usable(
                new SnapshotLoader(new ByteArrayInputStream(resource(example)))
                    .load(List.of("-"), objects::add))
            : load(inputs, objects::add);
    if (!usable) {
      return ExitCode.UNREADABLE;
    }
    remarks.accept(objects);
    var problems = new ArrayList<String>();
    Workload workload = Workload.of(objects, problems);
    problems.forEach(this::note);
    if (!problems.isEmpty() && !keepGoing) {
      return fail("the workload cannot be read; --keep-going does without those annotations");
    }
    print(run(workload, maker));
    return ExitCode.OK;
  }

  private SimulationReport run(Workload workload, Maker maker) {
    try (var live = new LiveLine(err())) {
      return maker
          .make(workload, (time, counts) -> live.show(() -> SimulationText.progress(time, counts)))
          .run();
    }
  }

  /** Makes the simulation of one of the schedulers. */
  private interface Maker {
    Simulation make(Workload workload, Simulation.Progress progress);
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(SimulateCommand.class.getResourceAsStream(name))) {
      return in.readAllBytes();
    }
  }

  private void print(SimulationReport report) {
    if (output == OutputFormat.TABLE) {
      new SimulationText(out(), report()).print(report);
    } else {
      output.print(SimulationTree.of(report), out());
    }
  }
}
