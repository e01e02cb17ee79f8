package io.merapi.cli;

import io.merapi.config.source.Spelling;
import io.merapi.sim.placement.PlacementExperiment;
import io.merapi.sim.placement.PlacementPolicy;
import io.merapi.sim.trace.Traces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the experiment that places the pods of a trace one after the other. */
final class PlacementOptions {

  /** The first of the seeds by which the published figures were found. */
  private static final long FIRST_SEED = 42;

  /** A trace on which the experiment is known. */
  enum Trace {
    OPENB("openb_node_list_gpu_node.csv", "openb_pod_list_default.csv");

    private final String nodes;
    private final String pods;

    Trace(String nodes, String pods) {
      this.nodes = nodes;
      this.pods = pods;
    }
  }

  @Option(
      names = "--trace",
      paramLabel = "NAME",
      description =
          "Do not simulate time, but try how well policies place the pods of a trace (openb), which"
              + " come one after the other and never leave. INPUT is a node list and a pod list, or"
              + " the directory that holds them.")
  private @Nullable Trace trace;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      split = ",",
      description =
          "Try this policy only (default: all); may be given several times: random, best-fit,"
              + " nodeorder, binpack, deviceshare-binpack, deviceshare-spread, gpu-packing, fgd. A"
              + " --scheduler-conf is one more, named as its file.")
  private List<String> chosen = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "In how many random orders pods come (default: 10), from --seed on (42).")
  private int seeds = 10;

  @Option(
      names = "--arrived",
      paramLabel = "PERCENT",
      description =
          "Go on until pods have asked for so much of all GPUs (default: 130); pods are drawn again"
              + " where the list is too short.")
  private int arrived = 130;

  /** Whether the experiment is meant. */
  boolean wanted() {
    return trace != null;
  }

  /**
   * By which seeds pods come.
   *
   * @param first what the user says; null for the first of the published ones
   */
  List<Long> seeds(@Nullable Long first) {
    return PlacementExperiment.seeds(first == null ? FIRST_SEED : first, seeds);
  }

  /** What is wrong with the options; empty where nothing is. */
  String refusal(List<PlacementPolicy> known) {
    if (seeds < 1 || seeds > 1000) {
      return "--seeds (%d) must be from 1 to 1000".formatted(seeds);
    }
    if (arrived < 1 || arrived > 1000) {
      return "--arrived (%d) must be from 1 to 1000".formatted(arrived);
    }
    List<String> names = known.stream().map(PlacementPolicy::name).toList();
    for (String name : chosen) {
      if (!names.contains(name)) {
        return "--policy (%s) is no policy; %s"
            .formatted(name, Spelling.advice(name, names, "policies"));
      }
    }
    return "";
  }

  /** The policies to try, in the order in which they are known. */
  List<PlacementPolicy> policies(List<PlacementPolicy> known) {
    return known.stream()
        .filter(policy -> chosen.isEmpty() || chosen.contains(policy.name()))
        .toList();
  }

  /** At which percentages it is measured: when all GPUs were asked for once, and at the end. */
  List<Integer> marks() {
    return arrived > 100 ? List.of(100, arrived) : List.of(arrived);
  }

  /** The files to read: in a directory, those that the experiment is known for. */
  List<String> files(List<String> inputs) {
    var files = new ArrayList<String>();
    for (String input : inputs) {
      if (trace != null && !Traces.isTrace(input) && Files.isDirectory(Path.of(input))) {
        files.add(present(Path.of(input, trace.nodes)));
        files.add(present(Path.of(input, trace.pods)));
      } else {
        files.add(input);
      }
    }
    return files;
  }

  private static String present(Path file) {
    Path packed = Path.of(file + ".gz");
    return (Files.exists(packed) && !Files.exists(file) ? packed : file).toString();
  }
}
