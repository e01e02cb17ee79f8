package io.merapi.sim.cluster;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.sim.time.VirtualTime;
import org.jspecify.annotations.Nullable;

/**
 * Takes pods away that have ended and that nothing counts any more, so that a long simulation holds
 * what lives and not all that ever did.
 *
 * <p>Pods of jobs are left to the controllers of these, and pods of a group that came with the
 * workload stay: the group counts them.
 */
final class FinishedPods {

  private final ObjectStore store;

  FinishedPods(VirtualTime time, ObjectStore store) {
    this.store = store;
    store.watch(event -> {
      switch (event) {
        case ObjectEvent.Applied(Pod pod)
            when pod.terminated() && !SimulatedCluster.keptByController(pod) ->
            time.execute(() -> sweep(pod));
        case ObjectEvent.Deleted(Pod pod) -> time.execute(() -> sweepGroup(pod));
        case ObjectEvent.Applied _, ObjectEvent.Deleted _ -> {}
      }
    });
  }

  private void sweep(Pod pod) {
    PodGroup group = group(pod);
    if (group == null || belongsTo(pod, group)) {
      store.delete(ObjectKind.POD, pod.key());
    }
  }

  /** A group that was made for one pod goes with it. */
  private void sweepGroup(Pod pod) {
    PodGroup group = group(pod);
    if (group != null && belongsTo(pod, group)) {
      store.delete(ObjectKind.POD_GROUP, group.key());
    }
  }

  private @Nullable PodGroup group(Pod pod) {
    String name = pod.meta().annotations().getOrDefault(VolcanoKeys.GROUP_NAME, "");
    return name.isEmpty()
        ? null
        : store.find(PodGroup.class, ObjectKind.POD_GROUP, pod.namespace() + "/" + name);
  }

  private static boolean belongsTo(Pod pod, PodGroup group) {
    return group
        .meta()
        .controller()
        .filter(owner -> owner.uid().equals(pod.meta().uid()))
        .isPresent();
  }
}
