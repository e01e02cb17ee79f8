package io.merapi.kube.state;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.persistent.MapChange;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The difference of two snapshots of one state, at a cost that follows its size.
 *
 * <p>The snapshots need not be neighbours. What changed and changed back between them may be told
 * or not.
 */
public final class SnapshotChanges {

  private final Snapshot before;
  private final Snapshot after;

  SnapshotChanges(Snapshot before, Snapshot after) {
    this.before = before;
    this.after = after;
  }

  /**
   * Tells each index at which a plugin can see a change, in ascending order: another {@link
   * NodeInfo#version}, a node come or gone.
   */
  public void forEachNode(IntConsumer action) {
    var places = after.nodeIndex().places();
    var placesBefore = before.nodeIndex().places();
    places.forEachChange(
        placesBefore,
        index -> {
          NodeInfo old = index < placesBefore.size() ? placesBefore.get(index) : null;
          NodeInfo now = index < places.size() ? places.get(index) : null;
          if (old == null || now == null || old.version() != now.version()) {
            action.accept(index);
          }
        });
  }

  /**
   * Tells each index at which anything changed, in ascending order: also where pods moved on within
   * their class, which plugins cannot see.
   */
  public void forEachNodeInfo(IntConsumer action) {
    after.nodeIndex().places().forEachChange(before.nodeIndex().places(), action);
  }

  /** Tells each pod that came, went or changed in more than its resource version. */
  public void forEachPod(MapChange<String, PodInfo> action) {
    after
        .pods()
        .forEachChange(
            before.pods(),
            (key, old, now) -> {
              if (differ(old, now)) {
                action.changed(key, old, now);
              }
            });
  }

  private static boolean differ(@Nullable PodInfo old, @Nullable PodInfo now) {
    if (old == null || now == null || old.podClass() != now.podClass()) {
      return true;
    }
    ObjectMeta meta = old.pod().meta();
    Pod aligned =
        new Pod(
            meta.withResourceVersion(now.pod().meta().resourceVersion()),
            old.pod().nodeName(),
            old.pod().spec(),
            old.pod().status());
    return !aligned.equals(now.pod());
  }

  /** The kinds, other than pods and nodes, of which an object changed. */
  public Set<ObjectKind> kinds() {
    var kinds = EnumSet.noneOf(ObjectKind.class);
    for (ObjectKind kind : ObjectKind.values()) {
      if (kind != ObjectKind.POD
          && kind != ObjectKind.NODE
          && !before.objects(kind).equals(after.objects(kind))) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  /** Tells each object of a kind, other than pods and nodes, that came, went or changed. */
  public void forEachObject(ObjectKind kind, MapChange<String, ClusterObject> action) {
    after.objects(kind).forEachChange(before.objects(kind), action);
  }
}
