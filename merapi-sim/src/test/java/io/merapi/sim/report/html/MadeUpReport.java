package io.merapi.sim.report.html;

import io.merapi.sim.report.ClusterSeries;
import io.merapi.sim.report.ClusterSeries.QueueCurves;
import io.merapi.sim.report.ClusterSeries.ResourceCurves;
import io.merapi.sim.report.ClusterSeries.ShareCurves;
import io.merapi.sim.report.Curve;
import io.merapi.sim.report.Durations;
import io.merapi.sim.report.EvictionLine;
import io.merapi.sim.report.Fairness;
import io.merapi.sim.report.GpuFragmentation;
import io.merapi.sim.report.HeatMap;
import io.merapi.sim.report.JobRecord;
import io.merapi.sim.report.JobState;
import io.merapi.sim.report.JobSummary;
import io.merapi.sim.report.QueueLine;
import io.merapi.sim.report.QueueShare;
import io.merapi.sim.report.Ratios;
import io.merapi.sim.report.ResourceUse;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.PendingReason;
import io.merapi.sim.report.SimulationReport.PodCounts;
import io.merapi.sim.report.WaitBucket;
import io.merapi.sim.report.WaitingGroup;
import io.merapi.sim.report.WaitingReason;
import io.merapi.sim.report.WorkLost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** A report of any size with everything in it that a report can have; its figures do not agree. */
final class MadeUpReport {

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final String GPU = "nvidia.com/gpu";

  private final Random random;
  private final Duration duration;
  private final int points = 500;

  private MadeUpReport(long seed, Duration duration) {
    this.random = new Random(seed);
    this.duration = duration;
  }

  /**
   * Makes one up.
   *
   * @param names what queues, jobs and nodes are called, with a number after it
   */
  static SimulationReport of(
      long seed, Duration duration, int jobs, int queues, int nodes, String names) {
    return new MadeUpReport(seed, duration).make(jobs, queues, nodes, names);
  }

  /** The same with other jobs. */
  static SimulationReport with(List<JobRecord> jobs, SimulationReport report) {
    return new SimulationReport(
        report.start(),
        report.end(),
        report.makespan(),
        report.nodes(),
        report.counts(),
        report.waits(),
        report.jobs(),
        report.namespaces(),
        report.queues(),
        report.fairness(),
        report.waitingGroups(),
        report.evictions(),
        report.lost(),
        report.resources(),
        report.fragmentation(),
        report.pending(),
        report.waitingReasons(),
        report.waitBuckets(),
        jobs,
        report.series(),
        report.heatMap());
  }

  private SimulationReport make(int jobs, int queues, int nodes, String names) {
    var summary =
        new JobSummary(
            jobs, jobs - 3, jobs - 10, 0, 7, 1, 2, durations(900), durations(7_000), ratios());
    var queueLines = new ArrayList<QueueLine>();
    var queueCurves = new ArrayList<QueueCurves>();
    for (int i = 0; i < queues; i++) {
      double due = 1.0 / queues;
      queueLines.add(
          new QueueLine(
              names + i,
              i + 1,
              summary,
              12,
              List.of(new QueueShare(GPU, due * (1 + i % 3) / 2, due, 0.05, 0.2))));
      Curve used = curve(x -> due * (1 + Math.sin(12 * x)));
      queueCurves.add(
          new QueueCurves(
              names + i, curve(x -> 20 * x), List.of(new ShareCurves(GPU, used, curve(_ -> due)))));
    }
    return new SimulationReport(
        START,
        START.plus(duration),
        duration.minusMinutes(5),
        nodes,
        new PodCounts(8L * jobs, 8L * jobs, 7L * jobs, 30, 12, 86),
        durations(60),
        summary,
        List.of(),
        queueLines,
        new Fairness(GPU, 0.87),
        List.of(
            new WaitingGroup(names + "giant", names + 0, 9, "Pending", Duration.ofHours(12), "")),
        List.of(new EvictionLine("reclaim", names + 0, 17, 92_000, names + "pod")),
        new WorkLost(86, 360_000, List.of()),
        List.of(
            new ResourceUse("cpu", 512_000, 0.61, 0.63, 0.92, 0.02),
            new ResourceUse("memory", 1L << 42, 0.42, 0.45, 0.7, 0.01),
            new ResourceUse(GPU, 64, 0.88, 0.9, 1, 0.03)),
        new GpuFragmentation(0.4, 0.05),
        List.of(new PendingReason("0/8 nodes are available: 8 Insufficient cpu.", 12, names)),
        List.of(
            new WaitingReason("nodes are available: Insufficient nvidia.com/gpu.", 400_000),
            new WaitingReason("not admitted to its queue " + names, 150_000),
            new WaitingReason("", 100)),
        buckets(jobs),
        jobs(jobs, queues, names),
        new ClusterSeries(
            START,
            duration.dividedBy(points),
            points,
            curve(x -> 200 * Math.sin(3 * x)),
            curve(x -> 5000 * x * (1 - x)),
            curve(x -> 300 * x * (1 - x)),
            List.of(
                resource("cpu", x -> 0.6 + 0.3 * Math.sin(20 * x)),
                resource("memory", x -> 0.4 + 0.2 * Math.sin(9 * x)),
                resource(GPU, x -> Math.min(1, 0.8 + 0.5 * Math.sin(7 * x)))),
            queueCurves,
            curve(x -> 0.05 + 0.03 * Math.sin(30 * x))),
        heatMap(nodes, names));
  }

  private Curve curve(DoubleUnaryOperator value) {
    double[] values = new double[points];
    for (int i = 0; i < points; i++) {
      double noise = 0.95 + 0.1 * random.nextDouble();
      values[i] = Math.max(0, value.applyAsDouble(i / (double) points) * noise);
    }
    return Curve.of(values);
  }

  private ResourceCurves resource(String name, DoubleUnaryOperator share) {
    Curve used = curve(x -> Math.min(0.95, share.applyAsDouble(x)));
    return new ResourceCurves(name, curve(_ -> 1000), used, used);
  }

  private static Durations durations(long mean) {
    Duration typical = Duration.ofSeconds(mean);
    return new Durations(
        100,
        typical,
        typical.dividedBy(2),
        typical.multipliedBy(4),
        typical.multipliedBy(9),
        typical.multipliedBy(20));
  }

  private static Ratios ratios() {
    return new Ratios(100, 2.4, 1.2, 9.1, 130, 1_200);
  }

  private static List<WaitBucket> buckets(int jobs) {
    var buckets = new ArrayList<WaitBucket>();
    long seconds = 1;
    for (int i = 0; i < 16; i++) {
      long started = (long) (jobs / 4.0 * Math.exp(-(i - 6) * (i - 6) / 12.0));
      buckets.add(
          new WaitBucket(
              Duration.ofSeconds(i == 0 ? 0 : seconds),
              i == 15 ? null : Duration.ofSeconds(seconds * 2),
              started,
              i > 12 ? started / 2 + 1 : 0));
      seconds *= 2;
    }
    return buckets;
  }

  private List<JobRecord> jobs(int jobs, int queues, String names) {
    var list = new ArrayList<JobRecord>();
    long span = duration.toSeconds();
    for (int i = 0; i < jobs; i++) {
      Instant arrival = START.plusSeconds(span * i / jobs * 9 / 10);
      long wait = (long) (-Math.log(random.nextDouble()) * span / 40);
      long run = (long) (-Math.log(random.nextDouble()) * span / 15);
      Instant start = arrival.plusSeconds(wait);
      Instant end = start.plusSeconds(run);
      Instant last = START.plus(duration);
      boolean started = start.isBefore(last);
      boolean ended = end.isBefore(last);
      int pods = 1 + random.nextInt(16);
      list.add(
          new JobRecord(
              "Job",
              names,
              names + i,
              queues == 0 ? "" : names + i % queues,
              ended ? JobState.FINISHED : started ? JobState.RUNNING : JobState.WAITING,
              arrival,
              started ? start : null,
              ended ? end : null,
              pods,
              pods,
              4000L * pods,
              (1L << 33) * pods,
              pods / 2,
              i % 17 == 0 ? 2 : 0,
              0,
              Duration.ofSeconds(wait),
              Duration.ofSeconds(ended ? run : 0)));
    }
    return list;
  }

  private HeatMap heatMap(int nodes, String names) {
    int rows = Math.min(nodes, HeatMap.MOST_ROWS);
    int each = nodes / Math.max(1, rows);
    var list = new ArrayList<HeatMap.Row>();
    for (int row = 0; row < rows; row++) {
      double[] used = new double[HeatMap.MOST_POINTS];
      double level = random.nextDouble();
      for (int i = 0; i < used.length; i++) {
        if (random.nextInt(12) == 0) {
          level = random.nextInt(9) / 8.0;
        }
        used[i] = row == rows - 1 && i < used.length / 3 ? Double.NaN : level;
      }
      int first = row * each;
      list.add(new HeatMap.Row(names + first, names + (first + each - 1), each, Curve.of(used)));
    }
    return new HeatMap(START, duration.dividedBy(HeatMap.MOST_POINTS), HeatMap.MOST_POINTS, list);
  }
}
