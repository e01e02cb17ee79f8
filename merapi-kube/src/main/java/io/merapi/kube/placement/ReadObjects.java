package io.merapi.kube.placement;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.state.ClusterContents;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** The objects, kind by kind, that remembered answers were given by; used by one thread. */
final class ReadObjects {

  private final Map<ObjectKind, PersistentMap<String, ClusterObject>> known =
      new EnumMap<>(ObjectKind.class);

  /** The kinds that were last taken. */
  private Set<ObjectKind> taken = Set.of();

  /** All objects, as they were when those of the kinds were last found to be as taken. */
  private Map<ObjectKind, PersistentMap<String, ClusterObject>> all = Map.of();

  /**
   * Whether the objects of some kinds are those that were last taken.
   *
   * @param kinds never changes
   */
  @SuppressWarnings("ReferenceEquality") // what has not changed is shared
  boolean areAsTaken(Set<ObjectKind> kinds, ClusterContents contents) {
    if (kinds.isEmpty() || (kinds == taken && contents.objects() == all)) {
      return true;
    }
    for (ObjectKind kind : kinds) {
      if (known.get(kind) != contents.objects(kind)) {
        return false;
      }
    }
    all = kinds == taken ? contents.objects() : all;
    return true;
  }

  /**
   * Takes the objects of some kinds.
   *
   * @param kinds never changes
   */
  @SuppressWarnings("ReferenceEquality") // what has not changed is shared
  void take(Set<ObjectKind> kinds, ClusterContents contents) {
    if (kinds == taken && contents.objects() == all) {
      return;
    }
    for (ObjectKind kind : kinds) {
      known.put(kind, contents.objects(kind));
    }
    taken = kinds;
    all = contents.objects();
  }
}
