package io.merapi.kube.cycle;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.queue.SchedulingQueue;
import io.merapi.kube.state.ClusterState;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes what happens in the cluster into the state, and tells the queue of it.
 *
 * <p>A pod without a node is the queue's own business; one with a node may make room, or company,
 * for others. A pod that has ended is gone as far as scheduling goes. One that the scheduler has
 * put on a node stays there, whatever is said of it, until the cluster says where it is or that it
 * is gone. Upstream counterpart: {@code eventhandlers.go}.
 */
final class ClusterEvents {

  private final ClusterState state;
  private final Assumptions assumptions;
  private final SchedulingQueue queue;
  private final Predicate<Pod> ours;
  private final Consumer<Pod> removed;

  /**
   * @param ours whether a profile is responsible for a pod
   * @param removed told of pods that went away between being assumed and being bound
   */
  ClusterEvents(
      ClusterState state,
      Assumptions assumptions,
      SchedulingQueue queue,
      Predicate<Pod> ours,
      Consumer<Pod> removed) {
    this.state = state;
    this.assumptions = assumptions;
    this.queue = queue;
    this.ours = ours;
    this.removed = removed;
  }

  void accept(ObjectEvent event) {
    ClusterObject before = known(event.object());
    ClusterObject after = event instanceof ObjectEvent.Applied(var object) ? object : null;
    if (event.object() instanceof Pod) {
      pod(event, unended(before), unended(after));
    } else if (state.apply(event) && (before != null || after != null)) {
      queue.changed(new ObjectChange(before, after));
    }
  }

  private static @Nullable Pod unended(@Nullable ClusterObject object) {
    return object instanceof Pod pod && !pod.terminated() ? pod : null;
  }

  /** An object as the cluster last told of it. */
  private @Nullable ClusterObject known(ClusterObject object) {
    Pod assumed = object.kind() == ObjectKind.POD ? assumptions.real(object.key()) : null;
    return assumed != null ? assumed : state.object(object.kind(), object.key());
  }

  private void pod(ObjectEvent event, @Nullable Pod before, @Nullable Pod after) {
    if (before != null && after != null && !before.isSameAs(after)) {
      // The old one went and another came between two looks at the cluster.
      pod(new ObjectEvent.Deleted(before), before, null);
      pod(event, null, after);
    } else if (before != null && assumptions.holds(before)) {
      assumed(event, before, after);
    } else if (state.apply(event)) {
      changed(before, after);
    }
  }

  private void assumed(ObjectEvent event, Pod before, @Nullable Pod after) {
    if (after != null && after.assigned()) {
      assumptions.settle(after);
      state.apply(event);
      queue.changed(new ObjectChange(null, after));
    } else if (after != null && after.meta().deletionTimestamp() == null) {
      assumptions.update(after);
    } else {
      // Its binding will fail; what it holds is free at once.
      Pod gone = assumptions.settle(before);
      state.apply(event);
      queue.delete(before);
      removed.accept(gone);
    }
  }

  private void changed(@Nullable Pod before, @Nullable Pod after) {
    if (before != null && before.assigned()) {
      queue.changed(new ObjectChange(before, after));
    } else if (after != null && after.assigned()) {
      if (before != null && ours.test(before)) {
        queue.delete(before);
      }
      queue.changed(new ObjectChange(null, after));
    } else if (after != null) {
      waiting(before, after);
    } else if (before != null && ours.test(before)) {
      queue.delete(before);
      nominationGone(before);
    }
  }

  private void waiting(@Nullable Pod before, Pod after) {
    PodInfo now = state.present().pod(after.key());
    if (now == null || !ours.test(after)) {
      return;
    }
    if (before == null) {
      queue.add(now);
      return;
    }
    queue.update(before, now);
    String nominated = before.status().nominatedNodeName();
    if (!nominated.equals(after.status().nominatedNodeName())) {
      nominationGone(before);
    }
  }

  /** Pods that do not outrank a nominated pod have counted it as if it were on its node. */
  private void nominationGone(Pod pod) {
    if (!pod.status().nominatedNodeName().isEmpty()) {
      int priority = pod.spec().priorityOrZero();
      queue.changed(
          new ObjectChange(pod.onNode(pod.status().nominatedNodeName()), null),
          other -> other.pod().spec().priorityOrZero() <= priority);
    }
  }
}
