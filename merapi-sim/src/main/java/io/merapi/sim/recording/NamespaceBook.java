package io.merapi.sim.recording;

import io.merapi.api.pod.Pod;
import io.merapi.sim.report.Durations;
import io.merapi.sim.report.SimulationReport.NamespaceLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Counts the pods of each namespace. */
final class NamespaceBook {

  private final Map<String, Tally> tallies = new TreeMap<>();

  /** The pods of one namespace so far. */
  static final class Tally {

    private final LongStream.Builder waits = LongStream.builder();
    private long arrived;
    private long placed;
    private long pending;
    private long evicted;

    /** A pod has come, and waits. */
    void came() {
      arrived++;
      pending++;
    }

    /** The scheduler has given a pod a node, after so many milliseconds. */
    void placed(long waited) {
      waitsNoMore();
      placed++;
      waits.add(waited);
    }

    /** A pod is gone, or came with its node: the scheduler has nothing to do with that. */
    void waitsNoMore() {
      pending--;
    }

    void evicted() {
      evicted++;
    }
  }

  Tally of(Pod pod) {
    return tallies.computeIfAbsent(pod.namespace(), _ -> new Tally());
  }

  /**
   * What came of the pods; asked once.
   *
   * @param jobTallies of namespaces that have jobs
   * @param allWaits gets the waits of all pods
   */
  List<NamespaceLine> lines(Map<String, JobTally> jobTallies, LongStream.Builder allWaits) {
    var lines = new ArrayList<NamespaceLine>();
    tallies.forEach((name, one) -> {
      long[] waits = one.waits.build().toArray();
      Arrays.stream(waits).forEach(allWaits);
      JobTally ofJobs = jobTallies.getOrDefault(name, new JobTally());
      lines.add(
          new NamespaceLine(
              name,
              one.arrived,
              one.placed,
              one.pending,
              one.evicted,
              Durations.of(waits),
              ofJobs.summary()));
    });
    return lines;
  }
}
