package io.merapi.sim.cluster;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.workload.PriorityClass;
import org.jspecify.annotations.Nullable;

/** Fills in what an API server fills in when a pod is created. */
final class Admission {

  private static final String DEFAULT_SCHEDULER = "default-scheduler";

  private final ObjectStore store;

  Admission(ObjectStore store) {
    this.store = store;
  }

  Pod admit(Pod pod) {
    PodSpec spec = pod.spec();
    String scheduler = spec.schedulerName().isEmpty() ? DEFAULT_SCHEDULER : spec.schedulerName();
    PriorityClass named = spec.priority() == null ? priorityClass(spec) : null;
    Integer priority = named == null ? spec.priority() : Integer.valueOf(named.value());
    String policy =
        named == null || !spec.preemptionPolicy().isEmpty()
            ? spec.preemptionPolicy()
            : named.preemptionPolicy();
    Pod admitted =
        new Pod(
            pod.meta(),
            pod.nodeName(),
            spec.withScheduling(scheduler, priority, policy),
            pod.status());
    return pod.status().phase() == PodPhase.UNSET ? PodStatuses.pending(admitted) : admitted;
  }

  private @Nullable PriorityClass priorityClass(PodSpec spec) {
    if (!spec.priorityClassName().isEmpty()) {
      return store.find(PriorityClass.class, ObjectKind.PRIORITY_CLASS, spec.priorityClassName());
    }
    for (ClusterObject object : store.all(ObjectKind.PRIORITY_CLASS)) {
      if (object instanceof PriorityClass one && one.globalDefault()) {
        return one;
      }
    }
    return null;
  }
}
