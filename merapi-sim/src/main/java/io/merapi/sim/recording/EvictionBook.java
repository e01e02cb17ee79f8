package io.merapi.sim.recording;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.sim.report.EvictionLine;
import io.merapi.sim.report.WorkLost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts evictions, by reason and queue where there are queues. */
final class EvictionBook {

  private static final String BECAUSE_OF = "because of ";

  /** Where nobody gave a reason: a controller took the pod away, to restart or abort its job. */
  private static final String DELETED = "deletion";

  private final Map<String, Map<String, Tally>> tallies = new TreeMap<>();
  private long pods;
  private double podSeconds;

  private static final class Tally {
    long pods;
    double podSeconds;
    String example = "";
  }

  void add(LivePod live, double seconds) {
    pods++;
    podSeconds += seconds;
    QueueTally queue = live.queue();
    if (queue != null) {
      queue.podEvicted();
      Tally tally =
          tallies
              .computeIfAbsent(reason(live.pod), _ -> new TreeMap<>())
              .computeIfAbsent(queue.name, _ -> new Tally());
      tally.pods++;
      tally.podSeconds += seconds;
      String key = live.pod.key();
      if (tally.example.isEmpty() || key.compareTo(tally.example) < 0) {
        tally.example = key;
      }
    }
  }

  private static String reason(Pod pod) {
    PodCondition eviction = eviction(pod);
    return eviction == null
        ? DELETED
        : eviction
            .message()
            .substring(eviction.message().indexOf(BECAUSE_OF) + BECAUSE_OF.length());
  }

  /** The condition that says that a pod is evicted, and why; null where nobody said so. */
  static @Nullable PodCondition eviction(Pod pod) {
    for (PodCondition condition : pod.status().conditions()) {
      if (condition.reason().equals("Evict") && condition.message().contains(BECAUSE_OF)) {
        return condition;
      }
    }
    return null;
  }

  long pods() {
    return pods;
  }

  List<EvictionLine> lines() {
    var lines = new ArrayList<EvictionLine>();
    tallies.forEach((reason, queues) ->
        queues.forEach((queue, tally) ->
            lines.add(
                new EvictionLine(reason, queue, tally.pods, tally.podSeconds, tally.example))));
    return lines;
  }

  WorkLost lost(int[] resources, ResourceMeter meter) {
    var resourceSeconds = new ArrayList<Double>();
    for (int id : resources) {
      resourceSeconds.add(meter.lost(id));
    }
    return new WorkLost(pods, podSeconds, resourceSeconds);
  }
}
