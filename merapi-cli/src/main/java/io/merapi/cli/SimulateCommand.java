package io.merapi.cli;

import io.merapi.batch.usage.FixedUsage.Load;
import io.merapi.batch.usage.MetricsSource;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.sim.BatchScheduling;
import io.merapi.sim.KubeScheduling;
import io.merapi.sim.Scheduling;
import io.merapi.sim.Simulation;
import io.merapi.sim.placement.PlacementExperiment;
import io.merapi.sim.placement.PlacementPolicy;
import io.merapi.sim.placement.PolicyResult;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.html.HtmlReport;
import io.merapi.sim.trace.Traces;
import io.merapi.sim.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
      "  merapi simulate nodes.yaml jobs.csv",
      "  merapi simulate --trace openb openb/",
      "  merapi simulate --jobs-csv jobs.csv --series-csv series.csv workload/",
      "  merapi simulate --report result.html workload/",
      "",
      "Exit codes: 0 the simulation ran, 2 unreadable input or a refused configuration."
    })
final class SimulateCommand extends SchedulerCommand {

  @Mixin private WorkloadOptions input = new WorkloadOptions();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "What chance goes by: among equally good nodes, in generators and in what fails (default:"
              + " 0). Same seed, same result.")
  private @Nullable Long seed;

  @Option(
      names = "--node-usage",
      paramLabel = "NODE=CPU:MEMORY",
      converter = NodeLoad.Converter.class,
      description =
          "The measured load of a node in percent, at all times; may be given several times. For"
              + " the plugins usage and rescheduling.")
  private List<NodeLoad> nodeUsage = List.of();

  @Option(
      names = {"-q", "--quiet"},
      description = "Show no progress on a terminal.")
  private boolean quiet;

  @Mixin private HtmlFile page = new HtmlFile();

  @Mixin private CsvFiles tables = new CsvFiles();

  @ArgGroup(validate = false, heading = "%nPlacement of the pods of a trace:%n")
  private PlacementOptions placement = new PlacementOptions();

  private long seed() {
    return seed == null ? 0 : seed;
  }

  /** The shipped example is one of batch work. */
  @Override
  boolean runsBatchByDefault() {
    return !placement.wanted()
        && input.isExample()
        && namesNoScheduler()
        && !scheduler.hasConfiguration();
  }

  @Override
  BatchOptions.Chosen chooseBatch() throws IOException {
    return input.isExample() && !batch.hasConfiguration()
        ? batch.with(WorkloadOptions.exampleConfiguration(), scheduler)
        : super.chooseBatch();
  }

  @Override
  int kube(KubeConfiguration configuration, KubeOptions.Chosen chosen) throws IOException {
    if (placement.wanted()) {
      return scheduler.hasConfiguration()
          ? fail("--config is for kube-scheduler, which cannot share GPUs; --trace goes without")
          : place(PlacementPolicy.all());
    }
    if (!configuration.extenders().isEmpty()) {
      note("a simulation sees no network, so extenders are not asked");
    }
    return simulate(
        new KubeScheduling(
            configuration,
            chosen.gates(),
            scheduler.settings(seed(), HeapShare.ofEach(1)),
            chosen.plugins()));
  }

  @Override
  int batch(BatchOptions.Chosen chosen) throws IOException {
    if (placement.wanted()) {
      return place(policies(chosen));
    }
    if (!(chosen.configuration().metrics().source() instanceof MetricsSource.None)) {
      note("a simulation sees no network, so the load of nodes is that of --node-usage");
    }
    var loads = new TreeMap<String, Load>();
    nodeUsage.forEach(one -> loads.put(one.node(), one.load()));
    var complaints = new TreeSet<String>();
    int code =
        simulate(
            new BatchScheduling(
                chosen.configuration(),
                chosen.gates(),
                chosen.settings(seed(), HeapShare.ofEach(1)),
                chosen.plugins(),
                loads,
                session -> session.failures().all().forEach(one -> complaints.add(one.text()))));
    complaints.forEach(this::note);
    return code;
  }

  /** Those that are there, and the one that a configuration of the user's own makes. */
  private List<PlacementPolicy> policies(BatchOptions.Chosen chosen) {
    var policies = new ArrayList<>(PlacementPolicy.all());
    if (batch.hasConfiguration()) {
      var scheduling =
          new BatchScheduling(
              chosen.configuration(),
              chosen.gates(),
              chosen.settings(seed(), HeapShare.ofEach(1)),
              chosen.plugins());
      policies.add(PlacementPolicy.of(batch.configurationName(), scheduling));
    }
    return policies;
  }

  /** Tries how well policies place the pods of a trace. */
  private int place(List<PlacementPolicy> known) throws IOException {
    String refusal = placement.refusal(known);
    if (!refusal.isEmpty()) {
      return fail(refusal);
    }
    if (input.isExample()) {
      return fail("--trace needs a node list and a pod list, or the directory that holds them");
    }
    Traces traces = input.readTraces(this, placement::files);
    if (traces == null) {
      return ExitCode.UNREADABLE;
    }
    var experiment =
        PlacementExperiment.of(
            traces, placement.policies(known), placement.seeds(seed), placement.marks());
    List<PolicyResult> results;
    try (var live = new LiveLine(err())) {
      results =
          experiment.run((trials, of) -> live.show(() -> "trial %d of %d".formatted(trials, of)));
    }
    var report = new PlacementReport(experiment, results);
    if (output == OutputFormat.TABLE) {
      report.print(out(), report());
    } else {
      output.print(report.tree(), out());
    }
    return ExitCode.OK;
  }

  private int simulate(Scheduling scheduling) throws IOException {
    Workload workload = input.read(this, List.of(scheduling), seed());
    if (workload == null) {
      return ExitCode.UNREADABLE;
    }
    SimulationReport result = run(workload, scheduling);
    print(result);
    try {
      tables.write(result);
      page.write(List.of(new HtmlReport.Run(input.label(), result)));
      return ExitCode.OK;
    } catch (IOException e) {
      return fail("cannot write " + e.getMessage());
    }
  }

  private SimulationReport run(Workload workload, Scheduling scheduling) {
    if (quiet) {
      return run(workload, scheduling, (_, _) -> {});
    }
    try (var live = new LiveView(err(), new LiveText(input.until()))) {
      return run(workload, scheduling, live);
    }
  }

  private SimulationReport run(
      Workload workload, Scheduling scheduling, Simulation.Progress progress) {
    var options = new Simulation.Options(input.until(), seed(), progress);
    return new Simulation(scheduling, workload, options).run();
  }

  private void print(SimulationReport report) {
    if (output == OutputFormat.TABLE) {
      new SimulationText(out(), report()).print(report);
    } else {
      output.print(SimulationTree.of(report), out());
    }
  }
}
