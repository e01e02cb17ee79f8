package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.state.ClusterContents;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What plugins have counted over the cluster for the pods of one class, kept from one attempt to
 * the next and told of the pods that have come and gone in between. Used by one thread.
 */
final class ClassCounts {

  private final List<CycleKey<? extends ClusterCounts>> keys;
  private final NodeChanges changes;
  private final @Nullable ClusterCounts[] kept;

  /** For each, the objects, of the kinds that are read, that it was last right with. */
  private final ReadObjects[] objects;

  private long position;
  private long topologyVersion;

  /**
   * @param keys where attempts have their counts
   */
  ClassCounts(List<CycleKey<? extends ClusterCounts>> keys, NodeChanges changes) {
    this.keys = keys;
    this.changes = changes;
    this.kept = new ClusterCounts[keys.size()];
    this.objects = new ReadObjects[keys.size()];
    Arrays.setAll(objects, _ -> new ReadObjects());
  }

  /** Gives an attempt what is known, brought up to date. */
  void handTo(PodAttempt attempt, ClusterContents contents) {
    if (topologyVersion != changes.topologyVersion() || !changes.reachesBack(position)) {
      return;
    }
    for (int i = 0; i < kept.length; i++) {
      ClusterCounts counts = kept[i];
      if (counts != null && !isRight(i, counts, attempt, contents)) {
        kept[i] = null;
      }
    }
    for (long at = position; at < changes.position(); at++) {
      PodInfo pod = changes.podAt(at);
      if (pod != null) {
        NodeInfo node = contents.node(changes.indexAt(at));
        follow(pod, node, changes.differenceAt(at), attempt.cluster());
      }
    }
    for (int i = 0; i < kept.length; i++) {
      ClusterCounts counts = kept[i];
      if (counts != null) {
        put(attempt.state(), keys.get(i), counts);
      }
    }
  }

  /** Whether nothing but pods on nodes has changed that the counts depend on. */
  private boolean isRight(
      int place, ClusterCounts counts, PodAttempt attempt, ClusterContents contents) {
    return objects[place].areAsTaken(counts.reads(), contents)
        || counts.holds(attempt.pod(), attempt.cluster());
  }

  private void follow(PodInfo pod, @Nullable NodeInfo node, int difference, ClusterView cluster) {
    if (node == null) {
      throw new IllegalStateException("a node is gone that should be there");
    }
    for (int i = 0; i < kept.length; i++) {
      ClusterCounts counts = kept[i];
      if (counts != null && !counts.follow(pod, node, difference, cluster)) {
        kept[i] = null;
      }
    }
  }

  private static <T extends ClusterCounts> void put(
      CycleState state, CycleKey<T> key, ClusterCounts counts) {
    state.put(key, key.type().cast(counts));
  }

  /** Keeps what an attempt has, on the same contents. */
  void takeFrom(PodAttempt attempt, ClusterContents contents) {
    for (int i = 0; i < kept.length; i++) {
      ClusterCounts counts = attempt.state().get(keys.get(i));
      kept[i] = counts;
      if (counts != null) {
        objects[i].take(counts.reads(), contents);
      }
    }
    position = changes.position();
    topologyVersion = changes.topologyVersion();
  }
}
