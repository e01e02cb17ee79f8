package io.merapi.cli;

import io.merapi.sim.report.ClusterSeries;
import io.merapi.sim.report.ClusterSeries.QueueCurves;
import io.merapi.sim.report.ClusterSeries.ResourceCurves;
import io.merapi.sim.report.ClusterSeries.ShareCurves;
import io.merapi.sim.report.Durations;
import io.merapi.sim.report.EvictionLine;
import io.merapi.sim.report.JobSummary;
import io.merapi.sim.report.QueueLine;
import io.merapi.sim.report.QueueShare;
import io.merapi.sim.report.Ratios;
import io.merapi.sim.report.ResourceUse;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.NamespaceLine;
import io.merapi.sim.report.SimulationReport.PendingReason;
import io.merapi.sim.report.SimulationReport.PodCounts;
import io.merapi.sim.report.WaitBucket;
import io.merapi.sim.report.WaitingGroup;
import io.merapi.sim.report.WaitingReason;
import io.merapi.sim.report.WorkLost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The result of a simulation for programs; nothing in it depends on the machine. */
final class SimulationTree {

  private static final int POINTS = 60;

  private SimulationTree() {}

  static Map<String, @Nullable Object> of(SimulationReport report) {
    var tree = new LinkedHashMap<String, @Nullable Object>();
    tree.put("start", report.start().toString());
    tree.put("end", report.end().toString());
    tree.put("seconds", seconds(report.duration()));
    tree.put("makespanSeconds", seconds(report.makespan()));
    tree.put("nodes", report.nodes());
    tree.put("pods", counts(report.counts()));
    tree.put("waitSeconds", times("pods", report.waits()));
    tree.put("jobs", jobs(report.jobs()));
    tree.put("namespaces", report.namespaces().stream().map(SimulationTree::line).toList());
    if (!report.queues().isEmpty()) {
      tree.put("queues", report.queues().stream().map(SimulationTree::queue).toList());
      tree.put(
          "waitingGroups", report.waitingGroups().stream().map(SimulationTree::group).toList());
      tree.put("evictions", report.evictions().stream().map(SimulationTree::eviction).toList());
    }
    if (report.fairness() != null) {
      tree.put(
          "fairness",
          ordered(
              "resource", report.fairness().resource(), "jain", rounded(report.fairness().jain())));
    }
    tree.put("workLost", lost(report));
    tree.put("resources", report.resources().stream().map(SimulationTree::use).toList());
    if (report.fragmentation() != null) {
      tree.put(
          "gpuFragmentation",
          ordered(
              "ofFree",
              rounded(report.fragmentation().ofFree()),
              "ofAll",
              rounded(report.fragmentation().ofAll())));
    }
    tree.put("pendingReasons", report.pending().stream().map(SimulationTree::reason).toList());
    tree.put(
        "waitingReasons", report.waitingReasons().stream().map(SimulationTree::reason).toList());
    tree.put("waitHistogram", report.waitBuckets().stream().map(SimulationTree::bucket).toList());
    tree.put("timeline", timeline(report));
    return tree;
  }

  /** A map of names and values, in the order in which they are given. */
  private static Map<String, @Nullable Object> ordered(@Nullable Object... namesAndValues) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return map;
  }

  private static Map<String, @Nullable Object> counts(PodCounts counts) {
    return ordered(
        "arrived", counts.arrived(),
        "placed", counts.placed(),
        "finished", counts.finished(),
        "running", counts.running(),
        "pending", counts.pending(),
        "evicted", counts.evicted());
  }

  private static Map<String, @Nullable Object> jobs(JobSummary jobs) {
    return ordered(
        "came", jobs.jobs(),
        "started", jobs.started(),
        "finished", jobs.finished(),
        "failed", jobs.failed(),
        "running", jobs.running(),
        "waiting", jobs.waiting(),
        "starved", jobs.starved(),
        "waitSeconds", times("jobs", jobs.waits()),
        "turnaroundSeconds", times("jobs", jobs.turnarounds()),
        "boundedSlowdown", ratios(jobs.slowdowns()));
  }

  /**
   * How long things took.
   *
   * @param what there are so many of
   */
  private static Map<String, @Nullable Object> times(String what, Durations times) {
    return ordered(
        what,
        times.count(),
        "mean",
        seconds(times.mean()),
        "p50",
        seconds(times.median()),
        "p95",
        seconds(times.p95()),
        "p99",
        seconds(times.p99()),
        "max",
        seconds(times.longest()));
  }

  private static Map<String, @Nullable Object> ratios(Ratios ratios) {
    return ordered(
        "jobs", ratios.count(),
        "mean", rounded(ratios.mean()),
        "p50", rounded(ratios.median()),
        "p95", rounded(ratios.p95()),
        "p99", rounded(ratios.p99()),
        "max", rounded(ratios.largest()));
  }

  private static Map<String, @Nullable Object> line(NamespaceLine line) {
    return ordered(
        "namespace", line.namespace(),
        "arrived", line.arrived(),
        "placed", line.placed(),
        "pending", line.pending(),
        "evicted", line.evicted(),
        "waitSeconds", times("pods", line.waits()),
        "jobs", jobs(line.jobs()));
  }

  private static Map<String, @Nullable Object> queue(QueueLine line) {
    return ordered(
        "queue", line.queue(),
        "weight", line.weight(),
        "groups", line.jobs().jobs(),
        "started", line.jobs().started(),
        "waiting", line.jobs().notStarted(),
        "evictedPods", line.evicted(),
        "waitSeconds", times("pods", line.jobs().waits()),
        "jobs", jobs(line.jobs()),
        "averageShare", shares(line, QueueShare::used),
        "deservedShare", shares(line, QueueShare::deserved),
        "shareDistance", shares(line, QueueShare::distance),
        "largestShortfall", shares(line, QueueShare::shortfall));
  }

  private static Map<String, @Nullable Object> shares(
      QueueLine line, ToDoubleFunction<QueueShare> figure) {
    var shares = new LinkedHashMap<String, @Nullable Object>();
    line.shares()
        .forEach(share -> shares.put(share.resource(), rounded(figure.applyAsDouble(share))));
    return shares;
  }

  private static Map<String, @Nullable Object> group(WaitingGroup group) {
    return ordered(
        "group", group.name(),
        "queue", group.queue(),
        "minMember", group.minMember(),
        "phase", group.phase(),
        "waitedSeconds", seconds(group.waits()),
        "message", group.message());
  }

  private static Map<String, @Nullable Object> eviction(EvictionLine line) {
    return ordered(
        "reason", line.reason(),
        "queue", line.queue(),
        "pods", line.pods(),
        "podSeconds", thousandths(line.podSeconds()),
        "example", line.example());
  }

  private static Map<String, @Nullable Object> lost(SimulationReport report) {
    WorkLost lost = report.lost();
    var resourceSeconds = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i < report.resources().size(); i++) {
      resourceSeconds.put(
          report.resources().get(i).resource(), Math.round(lost.resourceSeconds().get(i)));
    }
    return ordered(
        "pods", lost.pods(),
        "podSeconds", thousandths(lost.podSeconds()),
        "resourceSeconds", resourceSeconds);
  }

  private static Map<String, @Nullable Object> use(ResourceUse use) {
    return ordered(
        "resource", use.resource(),
        "allocatable", use.allocatable(),
        "average", rounded(use.average()),
        "allocated", rounded(use.allocated()),
        "peak", rounded(use.peak()),
        "lost", rounded(use.lost()));
  }

  private static Map<String, @Nullable Object> reason(PendingReason reason) {
    return ordered("message", reason.message(), "pods", reason.pods(), "example", reason.example());
  }

  private static Map<String, @Nullable Object> reason(WaitingReason reason) {
    return ordered("reason", reason.reason(), "podSeconds", thousandths(reason.podSeconds()));
  }

  private static Map<String, @Nullable Object> bucket(WaitBucket bucket) {
    return ordered(
        "fromSeconds", bucket.from().toSeconds(),
        "toSeconds", bucket.to() == null ? null : bucket.to().toSeconds(),
        "started", bucket.started(),
        "notStarted", bucket.notStarted());
  }

  private static List<Map<String, @Nullable Object>> timeline(SimulationReport report) {
    ClusterSeries series = report.series().reduced(POINTS);
    var points = new ArrayList<Map<String, @Nullable Object>>();
    for (int i = 0; i < series.points(); i++) {
      var inUse = new LinkedHashMap<String, @Nullable Object>();
      for (ResourceCurves curves : series.resources()) {
        inUse.put(curves.resource(), rounded(curves.used().at(i)));
      }
      Map<String, @Nullable Object> point =
          ordered(
              "at", series.at(i).toString(),
              "running", Math.round(series.runningPods().at(i)),
              "pending", Math.round(series.pendingPods().at(i)),
              "pendingJobs", Math.round(series.pendingJobs().at(i)),
              "inUse", inUse);
      if (!series.queues().isEmpty()) {
        point.put("queues", queues(series, i));
      }
      points.add(point);
    }
    return points;
  }

  private static Map<String, @Nullable Object> queues(ClusterSeries series, int point) {
    var queues = new LinkedHashMap<String, @Nullable Object>();
    for (QueueCurves queue : series.queues()) {
      var used = new LinkedHashMap<String, @Nullable Object>();
      var deserved = new LinkedHashMap<String, @Nullable Object>();
      for (ShareCurves share : queue.shares()) {
        used.put(share.resource(), rounded(share.used().at(point)));
        deserved.put(share.resource(), rounded(share.deserved().at(point)));
      }
      queues.put(queue.queue(), ordered("used", used, "deserved", deserved));
    }
    return queues;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static double thousandths(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private static double rounded(double share) {
    return Math.round(share * 10_000) / 10_000.0;
  }
}
