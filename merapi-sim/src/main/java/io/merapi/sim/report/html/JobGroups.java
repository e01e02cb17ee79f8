package io.merapi.sim.report.html;

import io.merapi.sim.report.JobRecord;
import io.merapi.sim.report.SimulationReport;
import io.merapi.sim.report.SimulationReport.NamespaceLine;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What jobs are told apart by: their queues, or their namespaces where there are no queues.
 *
 * @param word for one of them
 * @param names in the order of their colours
 */
record JobGroups(String word, List<String> names) {

  static JobGroups of(Sheet sheet) {
    return sheet.queues.names().isEmpty()
        ? new JobGroups("namespace", namespaces(sheet.reports().toList()))
        : new JobGroups("queue", sheet.queues.names());
  }

  /** Those with the most jobs first. */
  private static List<String> namespaces(List<SimulationReport> reports) {
    Map<String, Long> jobs = new TreeMap<>();
    for (SimulationReport report : reports) {
      for (NamespaceLine line : report.namespaces()) {
        jobs.merge(line.namespace(), line.jobs().jobs(), Long::sum);
      }
    }
    return jobs.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The group of a job. */
  String of(JobRecord job) {
    return word.equals("queue") ? job.queue() : job.namespace();
  }

  String look(String name) {
    int index = names.indexOf(name);
    return Palette.look(index < 0 ? names.size() : index);
  }
}
