package io.merapi.cluster.effects;

import io.merapi.api.batch.PodGroup;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells of groups once a second, as upstream's sessions do, and only the newest: that a group lacks
 * the pods which come a moment later is no news by then.
 */
final class GroupReports {

  private static final Duration PERIOD = Duration.ofSeconds(1);

  private record Report(PodGroup group, String type, String reason, String message) {}

  private final EventRecorder events;
  private final Map<String, Report> newest = new LinkedHashMap<>();

  GroupReports(EventRecorder events) {
    this.events = events;
  }

  void report(PodGroup group, String type, String reason, String message) {
    synchronized (newest) {
      if (newest.isEmpty()) {
        Thread.ofVirtual().name("group-reports").start(this::tellAll);
      }
      newest.put(group.meta().uid(), new Report(group, type, reason, message));
    }
  }

  private void tellAll() {
    try {
      Thread.sleep(PERIOD);
    } catch (InterruptedException _) {
      // Nobody interrupts it.
    }
    List<Report> reports;
    synchronized (newest) {
      reports = List.copyOf(newest.values());
      newest.clear();
    }
    for (Report one : reports) {
      events.record(one.group, one.type, one.reason, one.message);
    }
  }
}
