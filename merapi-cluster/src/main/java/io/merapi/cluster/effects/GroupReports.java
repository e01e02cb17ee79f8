package io.merapi.cluster.effects;

import io.merapi.api.batch.PodGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells of groups once a schedule period, as upstream's sessions do: each thing once, and nothing
 * that good news has overtaken. That a group lacks the pods which come a moment later is of use to
 * nobody.
 */
final class GroupReports {

  private static final String GOOD = "Normal";

  private record Report(PodGroup group, String type, String reason, String message) {}

  private final EventRecorder events;
  private final Duration period;

  /** What is to be told, by the uid of the group and the message. */
  private final Map<String, Map<String, Report>> waiting = new LinkedHashMap<>();

  GroupReports(EventRecorder events, Duration period) {
    this.events = events;
    this.period = period;
  }

  void report(PodGroup group, String type, String reason, String message) {
    synchronized (waiting) {
      if (waiting.isEmpty()) {
        Thread.ofVirtual().name("group-reports").start(this::tellAll);
      }
      Map<String, Report> ofGroup =
          waiting.computeIfAbsent(group.meta().uid(), _ -> new LinkedHashMap<>());
      if (type.equals(GOOD)) {
        ofGroup.clear();
      }
      ofGroup.put(message, new Report(group, type, reason, message));
    }
  }

  private void tellAll() {
    try {
      Thread.sleep(period);
    } catch (InterruptedException _) {
      // Nobody interrupts it.
    }
    List<Report> reports = new ArrayList<>();
    synchronized (waiting) {
      waiting.values().forEach(ofGroup -> reports.addAll(ofGroup.values()));
      waiting.clear();
    }
    for (Report one : reports) {
      events.record(one.group, one.type, one.reason, one.message);
    }
  }
}
