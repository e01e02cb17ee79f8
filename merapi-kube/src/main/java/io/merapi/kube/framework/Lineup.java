package io.merapi.kube.framework;

import io.merapi.api.framework.Plugin;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The plugins of one extension point in the order in which they run.
 *
 * @param <P> the interface of the extension point
 */
final class Lineup<P extends Plugin> {

  /** For loops over all of them; not to be changed. */
  final P[] plugins;

  private Lineup(P[] plugins) {
    this.plugins = plugins;
  }

  /**
   * Lines up those of the named plugins that exist.
   *
   * @throws IllegalArgumentException if one of them does not take part in this extension point
   */
  static <P extends Plugin> Lineup<P> of(
      Class<P> type, List<String> names, Map<String, Plugin> instances) {
    var found = new ArrayList<P>();
    for (String name : names) {
      Plugin plugin = instances.get(name);
      if (plugin == null) {
        continue;
      }
      if (!type.isInstance(plugin)) {
        throw new IllegalArgumentException(
            "plugin (%s) is enabled as %s, which it is not".formatted(name, type.getSimpleName()));
      }
      found.add(type.cast(plugin));
    }
    return new Lineup<>(found.toArray(size -> newArray(type, size)));
  }

  @SuppressWarnings("unchecked") // an array made of the type's own class
  private static <P> P[] newArray(Class<P> type, int size) {
    return (P[]) Array.newInstance(type, size);
  }

  /** The names of the plugins at some places. */
  SortedSet<String> names(boolean[] places) {
    var names = new TreeSet<String>();
    for (int place = 0; place < places.length; place++) {
      if (places[place]) {
        names.add(plugins[place].name());
      }
    }
    return Collections.unmodifiableSortedSet(names);
  }

  /** The names of plugins, in order. */
  static List<String> names(Plugin[] plugins) {
    return Arrays.stream(plugins).map(Plugin::name).toList();
  }

  /** The plugins but for those of some names; not to be changed. */
  P[] without(Set<String> names) {
    if (names.isEmpty()) {
      return plugins;
    }
    var kept = new ArrayList<P>(plugins.length);
    for (P plugin : plugins) {
      if (!names.contains(plugin.name())) {
        kept.add(plugin);
      }
    }
    return kept.toArray(Arrays.copyOf(plugins, 0));
  }

  boolean isEmpty() {
    return plugins.length == 0;
  }

  List<P> list() {
    return List.of(plugins);
  }
}
