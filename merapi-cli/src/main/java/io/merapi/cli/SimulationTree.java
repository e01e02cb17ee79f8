package io.merapi.cli;

import io.merapi.sim.report.EvictionLine;
import io.merapi.sim.report.QueueLine;
import io.merapi.sim.report.ResourceUse;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.Moment;
import io.merapi.sim.report.SimulationReport.NamespaceLine;
import io.merapi.sim.report.SimulationReport.PodCounts;
import io.merapi.sim.report.WaitTimes;
import io.merapi.sim.report.WaitingGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The result of a simulation for programs; nothing in it depends on the machine. */
final class SimulationTree {

  private SimulationTree() {}

  static Map<String, Object> of(SimulationReport report) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("start", report.start().toString());
    tree.put("end", report.end().toString());
    tree.put("seconds", seconds(report.duration()));
    tree.put("nodes", report.nodes());
    tree.put("pods", counts(report.counts()));
    tree.put("waitSeconds", waits(report.waits()));
    tree.put("namespaces", report.namespaces().stream().map(SimulationTree::line).toList());
    if (!report.queues().isEmpty()) {
      tree.put("queues", report.queues().stream().map(line -> queue(line, report)).toList());
      tree.put(
          "waitingGroups", report.waitingGroups().stream().map(SimulationTree::group).toList());
      tree.put("evictions", report.evictions().stream().map(SimulationTree::eviction).toList());
    }
    tree.put("resources", report.resources().stream().map(SimulationTree::use).toList());
    var pending = new ArrayList<Map<String, Object>>();
    report
        .pending()
        .forEach(reason -> {
          var one = new LinkedHashMap<String, Object>();
          one.put("message", reason.message());
          one.put("pods", reason.pods());
          one.put("example", reason.example());
          pending.add(one);
        });
    tree.put("pendingReasons", pending);
    tree.put("timeline", timeline(report));
    return tree;
  }

  private static Map<String, Object> counts(PodCounts counts) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("arrived", counts.arrived());
    tree.put("placed", counts.placed());
    tree.put("finished", counts.finished());
    tree.put("running", counts.running());
    tree.put("pending", counts.pending());
    tree.put("evicted", counts.evicted());
    return tree;
  }

  private static Map<String, Object> waits(WaitTimes waits) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("pods", waits.pods());
    tree.put("mean", seconds(waits.mean()));
    tree.put("p50", seconds(waits.median()));
    tree.put("p95", seconds(waits.p95()));
    tree.put("p99", seconds(waits.p99()));
    tree.put("max", seconds(waits.longest()));
    return tree;
  }

  private static Map<String, Object> line(NamespaceLine line) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("namespace", line.namespace());
    tree.put("arrived", line.arrived());
    tree.put("placed", line.placed());
    tree.put("pending", line.pending());
    tree.put("evicted", line.evicted());
    tree.put("waitSeconds", waits(line.waits()));
    return tree;
  }

  private static Map<String, Object> queue(QueueLine line, SimulationReport report) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("queue", line.queue());
    tree.put("weight", line.weight());
    tree.put("groups", line.groups());
    tree.put("started", line.started());
    tree.put("waiting", line.waiting());
    tree.put("evictedPods", line.evicted());
    tree.put("waitSeconds", waits(line.waits()));
    var shares = new LinkedHashMap<String, Object>();
    for (int i = 0; i < line.shares().size(); i++) {
      shares.put(report.resources().get(i).resource(), rounded(line.shares().get(i)));
    }
    tree.put("averageShare", shares);
    return tree;
  }

  private static Map<String, Object> group(WaitingGroup group) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("group", group.name());
    tree.put("queue", group.queue());
    tree.put("minMember", group.minMember());
    tree.put("phase", group.phase());
    tree.put("waitedSeconds", seconds(group.waits()));
    tree.put("message", group.message());
    return tree;
  }

  private static Map<String, Object> eviction(EvictionLine line) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("reason", line.reason());
    tree.put("queue", line.queue());
    tree.put("pods", line.pods());
    tree.put("example", line.example());
    return tree;
  }

  private static Map<String, Object> use(ResourceUse use) {
    var tree = new LinkedHashMap<String, Object>();
    tree.put("resource", use.resource());
    tree.put("allocatable", use.allocatable());
    tree.put("average", rounded(use.average()));
    tree.put("peak", rounded(use.peak()));
    return tree;
  }

  private static List<Map<String, Object>> timeline(SimulationReport report) {
    var points = new ArrayList<Map<String, Object>>();
    for (Moment moment : report.timeline()) {
      var point = new LinkedHashMap<String, Object>();
      point.put("at", moment.when().toString());
      point.put("running", moment.running());
      point.put("pending", moment.pending());
      var shares = new LinkedHashMap<String, Object>();
      for (int i = 0; i < moment.shares().size() && i < report.resources().size(); i++) {
        shares.put(report.resources().get(i).resource(), rounded(moment.shares().get(i)));
      }
      point.put("inUse", shares);
      points.add(point);
    }
    return points;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static double rounded(double share) {
    return Math.round(share * 10_000) / 10_000.0;
  }
}
