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

  private Map<ObjectKind, PersistentMap<String, ClusterObject>> known =
      new EnumMap<>(ObjectKind.class);

  /** Takes the objects of some kinds, and says whether any of them is not as it was. */
  boolean take(Set<ObjectKind> kinds, Snapshot snapshot) {
    if (kinds.isEmpty() && known.isEmpty()) {
      return false;
    }
    var now = new EnumMap<ObjectKind, PersistentMap<String, ClusterObject>>(ObjectKind.class);
    boolean changed = false;
    for (ObjectKind kind : kinds) {
      now.put(kind, snapshot.objects(kind));
      changed |= isOther(kind, snapshot);
    }
    known = now;
    return changed;
  }

  @SuppressWarnings("ReferenceEquality") // snapshots share what has not changed
  private boolean isOther(ObjectKind kind, Snapshot snapshot) {
    return known.get(kind) != snapshot.objects(kind);
  }
}
