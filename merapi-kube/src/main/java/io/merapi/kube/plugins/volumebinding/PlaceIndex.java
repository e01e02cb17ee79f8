package io.merapi.kube.plugins.volumebinding;

import io.merapi.api.meta.Labels;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.volumes.RequiredLabel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Things that nodes can reach, by where the nodes are; immutable.
 *
 * <p>A node is offered the things that require no label, and for each required label those whose
 * value it has. Each list is in the order of its things. A change costs as much as the lists that
 * it touches, so that things of single nodes can come and go in large clusters.
 *
 * @param <T> what is kept; equal keys mean the same thing
 */
final class PlaceIndex<T extends PlaceIndex.Placed & Comparable<T>> {

  private final List<T> anywhere;
  private final List<ByLabel<T>> byLabel;

  private PlaceIndex(List<T> anywhere, List<ByLabel<T>> byLabel) {
    this.anywhere = anywhere;
    this.byLabel = byLabel;
  }

  static <T extends Placed & Comparable<T>> PlaceIndex<T> empty() {
    return new PlaceIndex<T>(List.of(), List.of());
  }

  boolean isEmpty() {
    return anywhere.isEmpty() && byLabel.isEmpty();
  }

  /** What no label tells the place of. */
  List<T> anywhere() {
    return anywhere;
  }

  /** How many labels are required by some thing. */
  int labels() {
    return byLabel.size();
  }

  /** What requires one of the labels with the value that a node has. */
  List<T> at(int label, Labels node) {
    ByLabel<T> values = byLabel.get(label);
    String value = node.get(values.key);
    List<T> found = value == null ? null : values.things.get(value);
    return found == null ? List.of() : found;
  }

  PlaceIndex<T> with(Collection<T> gone, Collection<T> come) {
    var changes = new HashMap<String, Map<String, Change<T>>>();
    var everywhere = new Change<T>();
    gone.forEach(thing -> changesOf(thing, changes, everywhere).forEach(at -> at.gone.add(thing)));
    come.forEach(thing -> changesOf(thing, changes, everywhere).forEach(at -> at.come.add(thing)));
    var labels = new ArrayList<ByLabel<T>>();
    for (ByLabel<T> label : byLabel) {
      Map<String, Change<T>> changed = changes.remove(label.key);
      ByLabel<T> now = changed == null ? label : label.with(changed);
      if (!now.things.isEmpty()) {
        labels.add(now);
      }
    }
    changes.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> new ByLabel<T>(entry.getKey(), PersistentMap.empty()).with(entry.getValue()))
        .filter(label -> !label.things.isEmpty())
        .forEach(labels::add);
    return new PlaceIndex<>(everywhere.applyTo(anywhere), List.copyOf(labels));
  }

  private static <T extends Placed & Comparable<T>> List<Change<T>> changesOf(
      T thing, Map<String, Map<String, Change<T>>> changes, Change<T> everywhere) {
    RequiredLabel label = thing.place();
    if (label == null) {
      return List.of(everywhere);
    }
    Map<String, Change<T>> byValue = changes.computeIfAbsent(label.key(), _ -> new HashMap<>());
    return label.values().stream()
        .map(value -> byValue.computeIfAbsent(value, _ -> new Change<>()))
        .toList();
  }

  /** A thing with a place. */
  interface Placed {

    String key();

    /** A label that nodes need to reach it; null where none is known. */
    @Nullable RequiredLabel place();
  }

  private record ByLabel<T extends Placed & Comparable<T>>(
      String key, PersistentMap<String, List<T>> things) {

    ByLabel<T> with(Map<String, Change<T>> changes) {
      PersistentMap<String, List<T>> now = things;
      for (Map.Entry<String, Change<T>> entry : changes.entrySet()) {
        List<T> before = things.get(entry.getKey());
        List<T> after = entry.getValue().applyTo(before == null ? List.of() : before);
        now = after.isEmpty() ? now.without(entry.getKey()) : now.with(entry.getKey(), after);
      }
      return new ByLabel<>(key, now);
    }
  }

  /** What comes to a list and goes from it. */
  private static final class Change<T extends Placed & Comparable<T>> {

    private final List<T> gone = new ArrayList<>();
    private final List<T> come = new ArrayList<>();

    /** Looks up the few places that change and copies what is between them as it is. */
    List<T> applyTo(List<T> before) {
      if (gone.isEmpty() && come.isEmpty()) {
        return before;
      }
      Collections.sort(gone);
      Collections.sort(come);
      var after = new ArrayList<T>(before.size() + come.size());
      int copied = 0;
      int nextGone = 0;
      int nextCome = 0;
      while (nextGone < gone.size() || nextCome < come.size()) {
        boolean goes =
            nextCome == come.size()
                || (nextGone < gone.size()
                    && gone.get(nextGone).compareTo(come.get(nextCome)) <= 0);
        T thing = goes ? gone.get(nextGone++) : come.get(nextCome++);
        int found = Collections.binarySearch(before, thing);
        int place = Math.max(copied, found < 0 ? -found - 1 : found);
        after.addAll(before.subList(copied, place));
        copied = place;
        if (!goes) {
          after.add(thing);
        } else if (found >= 0) {
          copied = place + 1;
        }
      }
      after.addAll(before.subList(copied, before.size()));
      return Collections.unmodifiableList(after);
    }
  }
}
