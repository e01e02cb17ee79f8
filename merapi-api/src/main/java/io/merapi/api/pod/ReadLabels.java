package io.merapi.api.pod;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The label keys that tell pods apart: some always, the others while a selector reads them.
 *
 * <p>A key that has lost its last reader goes on telling pods apart for a while: selectors come and
 * go with the pods that carry them, and classes that are finer than need be are correct, whereas
 * each change of the keys means another look at every pod. Only when such idle keys outnumber the
 * read ones are they dropped, so that their number stays bounded however long the process runs.
 */
final class ReadLabels {

  private static final int FEW = 16;

  private Set<String> always;
  private final Map<String, Integer> readers = new HashMap<>();
  private final Set<String> idle = new TreeSet<>();
  private final Set<String> changed = new TreeSet<>();

  /** Replaced at each change, so that it may be handed out. */
  private Set<String> keys;

  ReadLabels(Set<String> always) {
    this.always = always;
    this.keys = always;
  }

  /** Has other keys tell pods apart always; none of this counts as changed. */
  void always(Set<String> now) {
    always = now;
    idle.removeAll(now);
    var all = new HashSet<>(now);
    all.addAll(readers.keySet());
    all.addAll(idle);
    keys = Collections.unmodifiableSet(all);
  }

  void start(Collection<String> labelKeys) {
    var fresh = new HashSet<String>();
    for (String key : labelKeys) {
      if (readers.merge(key, 1, Integer::sum) == 1) {
        idle.remove(key);
        if (!keys.contains(key)) {
          fresh.add(key);
        }
      }
    }
    if (!fresh.isEmpty()) {
      changed.addAll(fresh);
      fresh.addAll(keys);
      keys = Collections.unmodifiableSet(fresh);
    }
  }

  void stop(Collection<String> labelKeys) {
    for (String key : labelKeys) {
      Integer count = readers.get(key);
      if (count == null) {
        throw new IllegalStateException("label key (%s) is not being read".formatted(key));
      }
      if (count > 1) {
        readers.put(key, count - 1);
      } else {
        readers.remove(key);
        if (!always.contains(key)) {
          idle.add(key);
        }
      }
    }
  }

  /** An immutable set. */
  Set<String> keys() {
    return keys;
  }

  Set<String> takeChanged() {
    if (idle.size() > FEW && idle.size() > readers.size()) {
      var rest = new HashSet<>(keys);
      rest.removeAll(idle);
      keys = Collections.unmodifiableSet(rest);
      changed.addAll(idle);
      idle.clear();
    }
    if (changed.isEmpty()) {
      return Set.of();
    }
    Set<String> taken = new TreeSet<>(changed);
    changed.clear();
    return taken;
  }
}
