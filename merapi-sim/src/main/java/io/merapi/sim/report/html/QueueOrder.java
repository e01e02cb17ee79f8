package io.merapi.sim.report.html;

import io.merapi.sim.report.Fairness;
import io.merapi.sim.report.QueueLine;
import io.merapi.sim.report.QueueShare;
import io.merapi.sim.report.SimulationReport;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The queues of all runs in the order in which the page shows them, which also decides their
 * colours: those first that use most of the resource that queues compete for.
 *
 * @param resource that one; empty where there are no queues
 */
record QueueOrder(String resource, List<String> names) {

  static QueueOrder of(List<SimulationReport> reports) {
    String resource =
        reports.stream()
            .map(SimulationReport::fairness)
            .filter(fairness -> fairness != null)
            .map(Fairness::resource)
            .findFirst()
            .orElse("");
    Map<String, Double> used = new TreeMap<>();
    for (SimulationReport report : reports) {
      for (QueueLine line : report.queues()) {
        used.merge(line.queue(), used(line, resource), Double::sum);
      }
    }
    return new QueueOrder(
        resource,
        used.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .map(Map.Entry::getKey)
            .toList());
  }

  private static double used(QueueLine line, String resource) {
    return line.shares().stream()
        .filter(share -> share.resource().equals(resource))
        .mapToDouble(QueueShare::used)
        .sum();
  }

  /** The queues that have a colour for themselves. */
  List<String> coloured() {
    return names.stream().limit(Palette.DISTINCT).toList();
  }

  /** The colour of a queue; the first where there are no queues. */
  String look(String queue) {
    return Palette.look(Math.max(0, names.indexOf(queue)));
  }
}
