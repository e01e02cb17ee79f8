package io.merapi.cli;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.config.snapshot.InputFile;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.kube.configuration.GoDuration;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.sim.Simulation;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.workload.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code merapi simulate}: schedules a workload on virtual time and says what came of it. */
@Command(
    name = "simulate",
    header = "Run a workload through the scheduler on virtual time.",
    description = {
      "",
      "Reads nodes, pods and whatever else scheduling looks at from manifests. A pod comes when its"
          + " annotation merapi.io/arrival says (90s, 1h30m or a time), is scheduled by the real"
          + " engine, runs for merapi.io/run-time and ends. Hours of cluster time take seconds."
          + " Without INPUT a shipped example runs: three teams that share a GPU cluster for a"
          + " day.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  merapi simulate",
      "  merapi simulate --config scheduler.yaml --until 12h nodes.yaml workload.yaml",
      "  merapi simulate --seed 7 -o json workload/ > result.json",
      "",
      "Exit codes: 0 the simulation ran, 2 unreadable input or a refused configuration."
    })
final class SimulateCommand extends Subcommand {

  private static final String EXAMPLE = "/io/merapi/cli/simulation/shared-gpu-cluster.yaml";

  @Parameters(
      arity = "0..*",
      paramLabel = "INPUT",
      description =
          "Files or directories with manifests; - for standard input. Configuration files among"
              + " them are passed over.")
  private List<String> inputs = List.of();

  @Mixin private KubeOptions scheduler = new KubeOptions();

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
      names = "--keep-going",
      description = "Do without malformed objects instead of giving up.")
  private boolean keepGoing;

  @Override
  public Integer call() {
    try {
      return simulate();
    } catch (NoSuchFileException e) {
      return fail("(%s) does not exist".formatted(e.getFile()));
    } catch (IOException e) {
      return fail("cannot read: " + e.getMessage());
    }
  }

  private int simulate() throws IOException {
    KubeOptions.Chosen chosen = scheduler.read();
    tell(chosen.problems());
    KubeConfiguration configuration = chosen.configuration();
    if (configuration == null) {
      return fail(chosen.refusal());
    }
    if (!configuration.extenders().isEmpty()) {
      err().println("merapi: a simulation sees no network, so extenders are not asked");
    }
    var objects = new ArrayList<ClusterObject>();
    if (!load(objects)) {
      return ExitCode.UNREADABLE;
    }
    var problems = new ArrayList<String>();
    Workload workload = Workload.of(objects, problems);
    problems.forEach(problem -> err().println("merapi: " + problem));
    if (!problems.isEmpty() && !keepGoing) {
      return fail("the workload cannot be read; --keep-going does without those annotations");
    }
    print(run(configuration, chosen, workload));
    return ExitCode.OK;
  }

  private SimulationReport run(
      KubeConfiguration configuration, KubeOptions.Chosen chosen, Workload workload) {
    try (var live = new LiveLine(err())) {
      return new Simulation(
              configuration,
              chosen.gates(),
              scheduler.settings(seed),
              workload,
              until,
              (time, counts) -> live.show(() -> SimulationText.progress(time, counts)))
          .run();
    }
  }

  private boolean load(List<ClusterObject> objects) throws IOException {
    if (inputs.isEmpty()) {
      try (InputStream example =
          Objects.requireNonNull(SimulateCommand.class.getResourceAsStream(EXAMPLE))) {
        return usable(new SnapshotLoader(example).load(List.of("-"), objects::add));
      }
    }
    List<String> snapshots =
        InputFile.find(inputs).stream()
            .filter(file -> file.kind() == InputFile.Kind.SNAPSHOT)
            .map(InputFile::path)
            .toList();
    if (snapshots.isEmpty()) {
      fail("no manifests (.yaml or .json with Kubernetes objects) found at " + inputs);
      return false;
    }
    try (var progress = Progress.reading(snapshots, err())) {
      return usable(new SnapshotLoader(System.in, progress).load(snapshots, objects::add));
    }
  }

  private boolean usable(LoadResult result) {
    tell(result.problems());
    boolean usable = result.usable(keepGoing);
    if (!usable && result.usable(true)) {
      fail("the input has malformed objects; --keep-going does without them");
    }
    return usable;
  }

  private void print(SimulationReport report) {
    if (output == OutputFormat.TABLE) {
      new SimulationText(out(), report()).print(report);
    } else {
      output.print(SimulationTree.of(report), out());
    }
  }

  /** Reads a duration as Go writes it. */
  static final class DurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String text) {
      Duration duration = GoDuration.parse(text);
      if (duration == null || duration.isNegative()) {
        throw new TypeConversionException(
            "(%s) must be a duration such as 90s or 12h".formatted(text));
      }
      return duration;
    }
  }
}
