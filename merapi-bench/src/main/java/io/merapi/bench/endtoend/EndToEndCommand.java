package io.merapi.bench.endtoend;

import io.merapi.bench.controlplane.Programs;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code merapi bench end-to-end}: schedulers on a real API server. */
@Command(
    name = "end-to-end",
    header = "Measure schedulers on a real API server.",
    description = {
      "",
      "Starts etcd and an API server on this machine (built from Go modules the first time, which"
          + " takes some minutes), makes nodes, and lets pods be bound that are all there already:"
          + " first by a client that only watches and binds, which shows what the API server can"
          + " take, then by each scheduler, cold and warm, and by that client once more. They share"
          + " the cores of this machine with the API server, so what a scheduler burns is missing"
          + " there.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  merapi bench end-to-end --nodes 1000 --pods 5000 --peer kube-scheduler",
      "  merapi bench end-to-end --mode batch --nodes 5000 --lone 100 -o json",
      "",
      "Exit codes: 0 all was measured, 2 bad usage, or what is needed cannot be started."
    })
public final class EndToEndCommand extends Subcommand {

  private static final int MOST_NODES = 100_000;

  /** What the nodes have room for. */
  static final int PODS_PER_NODE = 100;

  /** Whose work Merapi does. */
  enum Mode {
    KUBE,
    BATCH
  }

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "How many nodes there are (default: 1000).")
  private int nodes = 1000;

  @Option(
      names = "--pods",
      paramLabel = "P",
      description = "How many pods are bound in each round (default: 5000).")
  private int pods = 5000;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "kube (default), or batch: then pods come in groups of a hundred.")
  private Mode mode = Mode.KUBE;

  @Option(
      names = "--peer",
      paramLabel = "NAME",
      description = "Another one that is measured in the same way: kube-scheduler.")
  private @Nullable String peer;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "How often each binds so many pods (default: 9); the first round is cold, and the one of"
              + " middle speed of the last five warm.")
  private int rounds = 9;

  @Option(
      names = "--lone",
      paramLabel = "N",
      description = "How many pods come one by one after that (default: none).")
  private int lone;

  @Override
  public Integer call() throws InterruptedException {
    Optional<String> mistake = mistake().or(Programs::missing);
    if (mistake.isPresent()) {
      return fail(mistake.get());
    }
    var results = new LinkedHashMap<String, Rounds>();
    try (var live = new LiveLine(err())) {
      live.show(() -> "starting etcd and an API server, and making %,d nodes".formatted(nodes));
      try (TestCluster cluster = TestCluster.start(nodes)) {
        var race = new Race(cluster, pods, rounds, lone);
        live.show(() -> "%,d pods that do not count".formatted(pods));
        race.warmUp(Contestant.ceiling(nodes));
        for (Contestant contestant : contestants()) {
          live.show(() -> "%,d pods for %s".formatted(pods, contestant.name()));
          results.merge(contestant.name(), race.run(contestant), Rounds::with);
        }
      }
    } catch (IOException e) {
      return fail(String.valueOf(e.getMessage()));
    }
    print(List.copyOf(results.values()));
    return ExitCode.OK;
  }

  private Optional<String> mistake() {
    if (nodes < 1 || nodes > MOST_NODES) {
      return Optional.of("--nodes (%d) must be from 1 to %d".formatted(nodes, MOST_NODES));
    }
    if (pods < 2 || pods > nodes * PODS_PER_NODE) {
      return Optional.of(
          "--pods (%d) must be from 2 to %d, a hundred for each node"
              .formatted(pods, nodes * PODS_PER_NODE));
    }
    if (rounds < 2) {
      return Optional.of("--rounds (%d) must be at least 2".formatted(rounds));
    }
    if (lone < 0) {
      return Optional.of("--lone (%d) must not be negative".formatted(lone));
    }
    return peer == null || peer.equals("kube-scheduler")
        ? Optional.empty()
        : Optional.of("--peer (%s) must be kube-scheduler".formatted(peer));
  }

  /** What the API server can take changes while it works, so that is looked at before and after. */
  private List<Contestant> contestants() {
    var contestants = new ArrayList<Contestant>();
    contestants.add(Contestant.ceiling(nodes));
    contestants.add(Contestant.merapi(mode == Mode.BATCH));
    if (peer != null) {
      contestants.add(Contestant.kubeScheduler());
    }
    contestants.add(Contestant.ceiling(nodes));
    return contestants;
  }

  private void print(List<Rounds> results) {
    double ceiling = results.getFirst().middle().podsPerSecond();
    if (output == OutputFormat.TABLE) {
      var rows = new ArrayList<List<String>>();
      rows.add(
          List.of(
              "scheduler",
              "pods/s",
              "of the ceiling",
              "CPU ms each",
              "peak MB",
              "first bind after",
              "lone pod p50",
              "p99"));
      for (Rounds result : results) {
        rows.add(row(result.cold(), ceiling));
        rows.add(row(result.middle(), ceiling));
      }
      report().table(rows);
    } else {
      var runs = new ArrayList<Map<String, @Nullable Object>>();
      for (Rounds result : results) {
        runs.add(tree(result.cold(), List.of(result.cold())));
        runs.add(tree(result.middle(), result.warm()));
      }
      var tree = new LinkedHashMap<String, @Nullable Object>();
      tree.put("ceilingPerSecond", Math.round(ceiling));
      tree.put("nodes", nodes);
      tree.put("pods", pods);
      tree.put("runs", runs);
      output.print(tree, out());
    }
  }

  private static List<String> row(Run run, double ceiling) {
    Run.Lone lone = run.lone();
    return List.of(
        "%s, %s".formatted(run.scheduler(), run.warm() ? "warm" : "cold"),
        "%,d".formatted(Math.round(run.podsPerSecond())),
        "%.0f%%".formatted(100 * run.podsPerSecond() / ceiling),
        "%.2f".formatted(millis(run.cpuPerPod())),
        "%,d".formatted(run.peakMemory() / 1_000_000),
        run.untilFirst() == null ? "" : "%.1f s".formatted(millis(run.untilFirst()) / 1000),
        lone == null ? "" : "%.1f ms".formatted(millis(lone.median())),
        lone == null ? "" : "%.1f ms".formatted(millis(lone.p99())));
  }

  /**
   * @param of the rounds that the one was chosen from
   */
  private static Map<String, @Nullable Object> tree(Run run, List<Run> of) {
    var tree = new LinkedHashMap<String, @Nullable Object>();
    tree.put("scheduler", run.scheduler());
    tree.put("warm", run.warm());
    tree.put("podsPerSecond", Math.round(run.podsPerSecond()));
    tree.put("cpuMillisPerPod", Math.round(1000 * millis(run.cpuPerPod())) / 1000.0);
    tree.put("peakRssBytes", run.peakMemory());
    tree.put(
        "startToFirstBindMillis", run.untilFirst() == null ? null : run.untilFirst().toMillis());
    tree.put(
        "podsPerSecondByRound", of.stream().map(one -> Math.round(one.podsPerSecond())).toList());
    Run.Lone lone = run.lone();
    if (lone != null) {
      tree.put("lonePodMillis", Map.of("p50", millis(lone.median()), "p99", millis(lone.p99())));
    }
    return tree;
  }

  private static double millis(Duration time) {
    return time.toNanos() / 1e6;
  }
}
