package io.merapi.cli;

import io.merapi.config.snapshot.InputFile;
import io.merapi.sim.BatchScheduling;
import io.merapi.sim.KubeScheduling;
import io.merapi.sim.Scheduling;
import io.merapi.sim.compare.Comparison;
import io.merapi.sim.compare.Comparison.Candidate;
import io.merapi.sim.report.html.HtmlReport;
import io.merapi.sim.workload.Workload;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code merapi compare}: the same workload under several configurations. */
@Command(
    name = "compare",
    header = "Run a workload under several configurations and say how they differ.",
    description = {
      "",
      "Runs the same workload under each --config (a KubeSchedulerConfiguration or a"
          + " volcano-scheduler.conf, told by what it holds) with several seeds, and shows every"
          + " figure with its 95 %% confidence interval and the difference to the first"
          + " configuration, seed by seed. One configuration is compared with the defaults of its"
          + " scheduler.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  merapi compare --config binpack.conf",
      "  merapi compare --config today.conf --config tomorrow.conf --seeds 10 cluster/ jobs.yaml",
      "  merapi compare --config a.yaml --config b.yaml -o json workload/ > differences.json",
      "  merapi compare --config a.yaml --config b.yaml --report differences.html workload/",
      "",
      "Exit codes: 0 the simulations ran, 2 unreadable input or a refused configuration."
    })
final class CompareCommand extends InputCommand {

  @Mixin private WorkloadOptions input = new WorkloadOptions();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many seeds each configuration runs with (default: 5).")
  private int seeds = 5;

  @Option(names = "--seed", paramLabel = "N", description = "The first of the seeds (default: 0).")
  private long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many simulations run at a time (default: one for each core).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Mixin private HtmlFile page = new HtmlFile();

  @Override
  int work() throws IOException {
    if (seeds < 1 || threads < 1) {
      return fail("--seeds and --threads must be at least 1");
    }
    List<Candidate> candidates = candidates();
    if (candidates == null) {
      return ExitCode.UNREADABLE;
    }
    List<Scheduling> schedulings = candidates.stream().map(Candidate::scheduling).toList();
    Workload workload = input.read(this, schedulings, seed);
    if (workload == null) {
      return ExitCode.UNREADABLE;
    }
    Comparison comparison = compare(candidates, workload);
    print(comparison);
    return write(comparison);
  }

  /** The page has the charts of the first seed: one cannot look at the mean of many runs. */
  private int write(Comparison comparison) {
    var runs = new ArrayList<HtmlReport.Run>();
    for (int i = 0; i < comparison.labels().size(); i++) {
      runs.add(new HtmlReport.Run(comparison.labels().get(i), comparison.reports().get(i)));
    }
    try {
      page.write(runs);
      return ExitCode.OK;
    } catch (IOException e) {
      return fail("cannot write " + e.getMessage());
    }
  }

  private Comparison compare(List<Candidate> candidates, Workload workload) {
    try (var live = new LiveLine(err())) {
      return Comparison.of(
          candidates,
          workload,
          input.until(),
          LongStream.range(seed, seed + seeds).boxed().toList(),
          threads,
          (done, all) -> live.show(() -> "%,d of %,d simulations done".formatted(done, all)));
    }
  }

  /** The configurations in the order of the options; null where one is refused. */
  private @Nullable List<Candidate> candidates() throws IOException {
    List<Path> files =
        Stream.concat(scheduler.configurations().stream(), batch.configurations().stream())
            .toList();
    if (files.isEmpty()) {
      fail("name the configurations to compare, each with --config");
      return null;
    }
    var candidates = new ArrayList<Candidate>();
    for (Path file : files) {
      Scheduling scheduling = scheduling(file);
      if (scheduling == null) {
        return null;
      }
      candidates.add(new Candidate(file.toString(), scheduling));
    }
    if (candidates.size() == 1) {
      Scheduling defaults = defaults(candidates.getFirst().scheduling());
      if (defaults == null) {
        return null;
      }
      candidates.addFirst(new Candidate("defaults", defaults));
    }
    return candidates;
  }

  private @Nullable Scheduling scheduling(Path file) throws IOException {
    InputFile.Kind kind = InputFile.find(List.of(file.toString())).getFirst().kind();
    return switch (kind) {
      case BATCH_CONFIGURATION -> batch(file);
      case KUBE_CONFIGURATION -> kube(file);
      case SNAPSHOT -> {
        if (!file.toFile().exists()) {
          throw new NoSuchFileException(file.toString());
        }
        fail(
            "%s is no configuration: neither a KubeSchedulerConfiguration nor a".formatted(file)
                + " volcano-scheduler.conf");
        yield null;
      }
    };
  }

  private @Nullable Scheduling defaults(Scheduling other) throws IOException {
    return switch (other) {
      case KubeScheduling _ -> kube(null);
      case BatchScheduling _ -> batch(null);
    };
  }

  private @Nullable Scheduling batch(@Nullable Path file) throws IOException {
    BatchOptions.Chosen chosen = batch.read(scheduler, file);
    tell(chosen.problems());
    if (!chosen.refusal().isEmpty()) {
      fail(chosen.refusal());
      return null;
    }
    chosen.notes().forEach(this::note);
    return new BatchScheduling(
        chosen.configuration(),
        chosen.gates(),
        chosen.settings(0, HeapShare.ofEach(threads)),
        chosen.plugins());
  }

  private @Nullable Scheduling kube(@Nullable Path file) throws IOException {
    KubeOptions.Chosen chosen = scheduler.read(file);
    tell(chosen.problems());
    if (chosen.configuration() == null) {
      fail(chosen.refusal());
      return null;
    }
    return new KubeScheduling(
        chosen.configuration(),
        chosen.gates(),
        scheduler.settings(0, HeapShare.ofEach(threads)),
        chosen.plugins());
  }

  private void print(Comparison comparison) {
    if (output == OutputFormat.TABLE) {
      new ComparisonText(out(), report()).print(comparison);
    } else {
      output.print(ComparisonTree.of(comparison), out());
    }
  }
}
