package io.merapi.bench.endtoend;

import io.merapi.bench.controlplane.Programs;
import io.merapi.bench.controlplane.ServerProcess;
import io.merapi.cli.ExitCode;
import io.merapi.cli.LiveLine;
import io.merapi.cli.OutputFormat;
import io.merapi.cli.Subcommand;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code merapi bench restart}: how soon a scheduler acts that starts on a large cluster. */
@Command(
    name = "restart",
    header = "Measure the start of a scheduler on a large cluster.",
    description = {
      "",
      "Starts etcd and an API server on this machine (built from Go modules the first time, which"
          + " takes some minutes) and fills them with nodes, groups and pods that are on nodes"
          + " already. One more pod waits. Then a program is started that only reads all of them,"
          + " and after it the scheduler; each several times. Reported is the median from the"
          + " start of the process to the end of the reading, and to the binding of the pod.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  merapi bench restart --nodes 5000 --pods 140000 --groups 20000",
      "",
      "Exit codes: 0 all was measured, 2 bad usage, or what is needed cannot be started."
    })
public final class RestartCommand extends Subcommand {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "How many nodes there are (default: 5000).")
  private int nodes = 5000;

  @Option(
      names = "--pods",
      paramLabel = "P",
      description = "How many pods are on nodes (default: 140000).")
  private int pods = 140_000;

  @Option(
      names = "--groups",
      paramLabel = "G",
      description = "How many groups these pods are in (default: 20000).")
  private int groups = 20_000;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "Whose work Merapi does: batch (default) or kube.")
  private EndToEndCommand.Mode mode = EndToEndCommand.Mode.BATCH;

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      description = "How often each is started (default: 3).")
  private int repetitions = 3;

  /** One start: how long it took, and what it used until then. */
  private record Start(Duration time, Duration cpu, long peakMemory, long heap) {}

  @Override
  public Integer call() throws InterruptedException {
    Optional<String> mistake = mistake().or(Programs::missing);
    if (mistake.isPresent()) {
      return fail(mistake.get());
    }
    var readings = new ArrayList<Start>();
    var starts = new ArrayList<Start>();
    try (var live = new LiveLine(err())) {
      live.show(() ->
          "starting etcd and an API server, and making %,d nodes, %,d groups and %,d pods"
              .formatted(nodes, groups, pods));
      try (TestCluster cluster = TestCluster.start(nodes)) {
        cluster.createRunning(pods, groups, nodes);
        for (int round = 0; round < repetitions; round++) {
          live.show(() -> "reading everything");
          readings.add(read(cluster));
          live.show(() -> "starting the scheduler");
          starts.add(restart(cluster, round));
        }
      }
    } catch (IOException e) {
      return fail(String.valueOf(e.getMessage()));
    }
    print(median(readings), median(starts));
    return ExitCode.OK;
  }

  private Optional<String> mistake() {
    if (nodes < 1 || groups < 1 || repetitions < 1) {
      return Optional.of("--nodes, --groups and --repetitions must be at least 1");
    }
    return pods < groups || pods > nodes * EndToEndCommand.PODS_PER_NODE
        ? Optional.of(
            "--pods (%d) must be from %d, one for each group, to %d, a hundred for each node"
                .formatted(pods, groups, nodes * EndToEndCommand.PODS_PER_NODE))
        : Optional.empty();
  }

  private static Start read(TestCluster cluster) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    try (ServerProcess reader = Contestant.reader(cluster)) {
      ProcessHandle program = reader.program();
      Duration cpu = ProcessUse.cpu(program);
      long memory = 0;
      while (!ended(program)) {
        // Of a program that has just ended nothing is known.
        Duration now = ProcessUse.cpu(program);
        cpu = now.compareTo(cpu) > 0 ? now : cpu;
        memory = Math.max(memory, ProcessUse.peakMemory(program));
        if (System.nanoTime() - begun > LIMIT.toNanos()) {
          throw new IOException("nobody can read this cluster within " + LIMIT);
        }
      }
      return new Start(Duration.ofNanos(System.nanoTime() - begun), cpu, memory, 0);
    }
  }

  private static boolean ended(ProcessHandle program) throws InterruptedException {
    try {
      program.onExit().get(20, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException _) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private Start restart(TestCluster cluster, int round) throws IOException, InterruptedException {
    Contestant merapi = Contestant.merapi(mode == EndToEndCommand.Mode.BATCH);
    try (BoundPods bound = cluster.boundPods(merapi.scheduler())) {
      bound.begin(TestCluster.keyPrefix(round));
      if (merapi.grouped()) {
        cluster.createGroups(round, 1);
      }
      cluster.createPods(round, 1, merapi.scheduler(), merapi.grouped());
      long begun = System.nanoTime();
      try (ServerProcess server = merapi.start().on(cluster)) {
        long end = bound.await(1, LIMIT).first();
        ProcessHandle program = server.program();
        return new Start(
            Duration.ofNanos(end - begun),
            ProcessUse.cpu(program),
            ProcessUse.peakMemory(program),
            ProcessUse.heapInUse(program));
      }
    }
  }

  private static Start median(List<Start> starts) {
    return starts.stream()
        .sorted((a, b) -> a.time.compareTo(b.time))
        .skip(starts.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  private void print(Start reading, Start start) {
    double ratio = (double) start.time.toNanos() / reading.time.toNanos();
    if (output == OutputFormat.TABLE) {
      var rows = new ArrayList<List<String>>();
      rows.add(
          List.of("program", "until it is done", "ratio", "CPU s", "peak MB", "heap in use MB"));
      rows.add(row("read only", reading, 1));
      rows.add(row("merapi, until the first bind", start, ratio));
      report().table(rows);
    } else {
      var tree = new LinkedHashMap<String, @Nullable Object>();
      tree.put("nodes", nodes);
      tree.put("pods", pods);
      tree.put("groups", groups);
      tree.put("readMillis", reading.time.toMillis());
      tree.put("startToFirstBindMillis", start.time.toMillis());
      tree.put("ratio", Math.round(100 * ratio) / 100.0);
      tree.put("peakRssBytes", Map.of("read", reading.peakMemory, "merapi", start.peakMemory));
      tree.put("heapBytes", start.heap);
      output.print(tree, out());
    }
  }

  private static List<String> row(String program, Start start, double ratio) {
    return List.of(
        program,
        "%.1f s".formatted(start.time.toMillis() / 1e3),
        "%.2f".formatted(ratio),
        "%.1f".formatted(start.cpu.toMillis() / 1e3),
        "%,d".formatted(start.peakMemory / 1_000_000),
        start.heap == 0 ? "" : "%,d".formatted(start.heap / 1_000_000));
  }
}
