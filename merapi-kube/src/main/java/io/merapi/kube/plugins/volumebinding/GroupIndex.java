package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterView;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.state.ObjectMaps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Objects of one kind by group and place, as one view of the cluster has them; immutable.
 *
 * <p>A group is what a look-up knows beforehand, such as a storage class. The index of the next
 * view is made from the one before at a cost that follows what changed: a cluster may have tens of
 * thousands of volumes, and every pod sees another view.
 *
 * @param <T> what is kept of an object
 */
final class GroupIndex<T extends GroupIndex.Grouped & Comparable<T>> {

  private final Function<ClusterObject, @Nullable T> reader;
  private final PersistentMap<String, ClusterObject> objects;
  private final PersistentMap<String, PlaceIndex<T>> groups;

  private GroupIndex(
      Function<ClusterObject, @Nullable T> reader,
      PersistentMap<String, ClusterObject> objects,
      PersistentMap<String, PlaceIndex<T>> groups) {
    this.reader = reader;
    this.objects = objects;
    this.groups = groups;
  }

  /**
   * @param reader what to keep of an object; null to leave it out
   */
  static <T extends Grouped & Comparable<T>> GroupIndex<T> empty(
      Function<ClusterObject, @Nullable T> reader) {
    return new GroupIndex<>(reader, PersistentMap.empty(), PersistentMap.empty());
  }

  PlaceIndex<T> of(String group) {
    PlaceIndex<T> index = groups.get(group);
    return index == null ? PlaceIndex.empty() : index;
  }

  /** The index of a view; this one where nothing has changed. */
  GroupIndex<T> follow(ClusterView cluster, ObjectKind kind) {
    PersistentMap<String, ClusterObject> now = ObjectMaps.of(cluster, kind);
    if (now.equals(objects)) {
      return this;
    }
    var changes = new TreeMap<String, Change<T>>();
    now.forEachChange(
        objects,
        (_, before, after) -> {
          T gone = before == null ? null : reader.apply(before);
          if (gone != null) {
            change(changes, gone).gone.add(gone);
          }
          T come = after == null ? null : reader.apply(after);
          if (come != null) {
            change(changes, come).come.add(come);
          }
        });
    PersistentMap<String, PlaceIndex<T>> changed = groups;
    for (Map.Entry<String, Change<T>> entry : changes.entrySet()) {
      String group = entry.getKey();
      PlaceIndex<T> index = of(group).with(entry.getValue().gone, entry.getValue().come);
      changed = index.isEmpty() ? changed.without(group) : changed.with(group, index);
    }
    return new GroupIndex<>(reader, now, changed);
  }

  private static <T extends Grouped & Comparable<T>> Change<T> change(
      Map<String, Change<T>> changes, T thing) {
    return changes.computeIfAbsent(
        thing.group(), _ -> new Change<>(new ArrayList<>(), new ArrayList<>()));
  }

  /** A thing of a group with a place. */
  interface Grouped extends PlaceIndex.Placed {

    String group();
  }

  private record Change<T>(List<T> gone, List<T> come) {}
}
