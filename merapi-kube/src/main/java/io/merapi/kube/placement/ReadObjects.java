package io.merapi.kube.placement;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.state.Snapshot;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** The objects, kind by kind, that remembered answers were given by; used by one thread. */
final class ReadObjects {

  private final Map<ObjectKind, PersistentMap<String, ClusterObject>> known =
      new EnumMap<>(ObjectKind.class);

  /** Whether the objects of some kinds are those that were last taken. */
  @SuppressWarnings("ReferenceEquality") // snapshots share what has not changed
  boolean areAsTaken(Set<ObjectKind> kinds, Snapshot snapshot) {
    for (ObjectKind kind : kinds) {
      if (known.get(kind) != snapshot.objects(kind)) {
        return false;
      }
    }
    return true;
  }

  void take(Set<ObjectKind> kinds, Snapshot snapshot) {
    for (ObjectKind kind : kinds) {
      known.put(kind, snapshot.objects(kind));
    }
  }
}
