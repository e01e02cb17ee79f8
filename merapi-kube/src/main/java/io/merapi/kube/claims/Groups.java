package io.merapi.kube.claims;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Keys of objects by a name that these objects state. */
final class Groups {

  private final Map<String, Set<String>> keys = new HashMap<>();

  Set<String> of(String name) {
    return keys.getOrDefault(name, Set.of());
  }

  /** Adds a key; an empty name stands for none. */
  void add(String name, String key) {
    if (!name.isEmpty()) {
      keys.computeIfAbsent(name, _ -> new TreeSet<>()).add(key);
    }
  }

  void remove(String name, String key) {
    Set<String> known = keys.get(name);
    if (known != null && known.remove(key) && known.isEmpty()) {
      keys.remove(name);
    }
  }
}
