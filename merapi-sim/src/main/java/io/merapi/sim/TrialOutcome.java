package io.merapi.sim;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.pod.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What became of the jobs that were tried, by their names. */
final class TrialOutcome implements Simulation.Watcher {

  private final Set<String> started = new HashSet<>();
  private final Map<String, String> reasons = new HashMap<>();

  @Override
  public void see(Duration sinceStart, ObjectEvent event) {
    switch (event) {
      case ObjectEvent.Applied(Pod pod) when pod.assigned() -> started.add(job(pod.meta()));
      case ObjectEvent.Applied(Pod pod) ->
          pod.status().conditions().stream()
              .filter(condition -> condition.type().equals("PodScheduled"))
              .filter(condition -> !condition.message().isEmpty())
              .forEach(condition -> reasons.put(job(pod.meta()), condition.message()));
      case ObjectEvent.Applied(PodGroup group) ->
          group.status().conditions().stream()
              .filter(condition -> condition.type().equals("Unschedulable"))
              .filter(condition -> !condition.message().isEmpty())
              .forEach(condition -> reasons.putIfAbsent(job(group.meta()), condition.message()));
      case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
    }
  }

  @Override
  public void told(Duration sinceStart, PodGroup group, String message) {
    reasons.putIfAbsent(job(group.meta()), message);
  }

  private static String job(ObjectMeta meta) {
    return meta.controller().map(OwnerReference::name).orElse(meta.name());
  }

  boolean started(String name) {
    return started.contains(name);
  }

  String reason(String name) {
    return reasons.getOrDefault(name, "its group is not admitted to its queue");
  }
}
