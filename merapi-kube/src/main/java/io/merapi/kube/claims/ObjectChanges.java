package io.merapi.kube.claims;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.kube.persistent.MapChange;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.state.ClusterContents;
import java.util.EnumMap;
import java.util.Map;

/** What has changed of the objects of some kinds since they were last asked for. */
final class ObjectChanges {

  private final Map<ObjectKind, PersistentMap<String, ClusterObject>> known =
      new EnumMap<>(ObjectKind.class);

  /** Tells of each object of a kind that has changed, at a cost that follows their number. */
  void of(ObjectKind kind, ClusterContents contents, MapChange<String, ClusterObject> action) {
    PersistentMap<String, ClusterObject> now = contents.objects(kind);
    PersistentMap<String, ClusterObject> before = known.put(kind, now);
    now.forEachChange(before == null ? PersistentMap.empty() : before, action);
  }
}
