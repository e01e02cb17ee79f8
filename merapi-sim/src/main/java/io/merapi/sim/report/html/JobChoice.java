package io.merapi.sim.report.html;

import io.merapi.sim.report.JobRecord;
import io.merapi.sim.report.ResourceUse;
import io.merapi.sim.report.SimulationReport;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Which jobs get a bar: all where they are few, else those that waited longest and those that used
 * most. A job that is chosen in one run has a bar in all of them, so that they can be compared.
 */
final class JobChoice {

  /** Bars of a run; more would be neither read nor drawn quickly. */
  private static final int BARS = 200;

  private final boolean all;
  private final Set<Key> chosen;

  private JobChoice(boolean all, Set<Key> chosen) {
    this.all = all;
    this.chosen = chosen;
  }

  /** The job of several runs that is the same piece of work. */
  private record Key(String namespace, String name, Instant arrival) {

    static Key of(JobRecord job) {
      return new Key(job.namespace(), job.name(), job.arrival());
    }
  }

  static JobChoice of(List<SimulationReport> reports) {
    if (reports.stream().allMatch(report -> report.jobList().size() <= BARS)) {
      return new JobChoice(true, Set.of());
    }
    var chosen = new HashSet<Key>();
    int each = Math.max(1, BARS / (2 * reports.size()));
    for (SimulationReport report : reports) {
      choose(report, each, job -> Elapsed.seconds(job.waited()), chosen);
      choose(report, each, job -> used(report, job), chosen);
    }
    return new JobChoice(false, chosen);
  }

  private static void choose(
      SimulationReport report, int count, ToDoubleFunction<JobRecord> size, Set<Key> chosen) {
    var largest = new PriorityQueue<Sized>(Sized.ORDER);
    int index = 0;
    for (JobRecord job : report.jobList()) {
      var sized = new Sized(size.applyAsDouble(job), Integer.reverse(index++) >>> 1, Key.of(job));
      if (largest.size() < count) {
        largest.add(sized);
      } else if (Sized.ORDER.compare(sized, largest.element()) > 0) {
        largest.remove();
        largest.add(sized);
      }
    }
    largest.forEach(one -> chosen.add(one.key));
  }

  /**
   * A job that may be chosen.
   *
   * @param spread decides among equals: numbers that scatter them over the whole time, where the
   *     order of their coming would show the beginning only
   */
  private record Sized(double size, int spread, Key key) {

    static final Comparator<Sized> ORDER =
        Comparator.comparingDouble(Sized::size).thenComparingInt(Sized::spread);
  }

  /** The largest share of a resource of the cluster that a job asked for, times its run. */
  private static double used(SimulationReport report, JobRecord job) {
    double share = 0;
    for (ResourceUse use : report.resources()) {
      double asked =
          switch (use.resource()) {
            case "cpu" -> job.cpuMillis();
            case "memory" -> job.memoryBytes();
            default -> use.resource().endsWith("/gpu") ? job.gpus() : 0;
          };
      share = Math.max(share, asked / Math.max(1, use.allocatable()));
    }
    return share * Elapsed.seconds(job.run());
  }

  /** Whether no job is left out. */
  boolean isAll() {
    return all;
  }

  /** The chosen jobs of a run, in the order of their coming. */
  List<JobRecord> of(SimulationReport report) {
    return report.jobList().stream().filter(job -> all || chosen.contains(Key.of(job))).toList();
  }
}
