package io.merapi.kube.configuration;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The plugins that exist, and the extension points that each implements. */
public record PluginRegistry(Map<String, Set<ExtensionPoint>> plugins) {

  public PluginRegistry {
    var copy = new HashMap<String, Set<ExtensionPoint>>();
    plugins.forEach((name, points) -> copy.put(name, Set.copyOf(points)));
    plugins = Map.copyOf(copy);
  }

  /** The points of a plugin; null where it does not exist. */
  public @Nullable Set<ExtensionPoint> points(String plugin) {
    return plugins.get(plugin);
  }

  public boolean has(String plugin) {
    return plugins.containsKey(plugin);
  }

  public boolean implementsPoint(String plugin, ExtensionPoint point) {
    Set<ExtensionPoint> points = plugins.get(plugin);
    return points != null && points.contains(point);
  }

  /** This registry with one more plugin. */
  public PluginRegistry with(String plugin, Set<ExtensionPoint> points) {
    var more = new HashMap<>(plugins);
    if (more.put(plugin, points) != null) {
      throw new IllegalArgumentException("a plugin named (%s) exists already".formatted(plugin));
    }
    return new PluginRegistry(more);
  }
}
