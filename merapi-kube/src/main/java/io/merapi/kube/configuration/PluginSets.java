package io.merapi.kube.configuration;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a profile enables and disables.
 *
 * @param multiPoint plugins enabled wherever they can take part
 * @param points what is said of a single extension point; points of which nothing is said are left
 *     out
 */
public record PluginSets(PluginSet multiPoint, Map<ExtensionPoint, PluginSet> points) {

  public static final PluginSets NONE = new PluginSets(PluginSet.EMPTY, Map.of());

  public PluginSets {
    points = Map.copyOf(points);
  }

  public PluginSet at(ExtensionPoint point) {
    return points.getOrDefault(point, PluginSet.EMPTY);
  }

  /** These sets laid over the default ones, point by point. */
  public PluginSets over(PluginSets defaults) {
    var merged = new EnumMap<ExtensionPoint, PluginSet>(ExtensionPoint.class);
    for (ExtensionPoint point : ExtensionPoint.values()) {
      merged.put(point, at(point).over(defaults.at(point)));
    }
    return new PluginSets(multiPoint.over(defaults.multiPoint), merged);
  }

  /** The names of all plugins that are enabled anywhere, by alphabet. */
  public SortedSet<String> enabledNames() {
    var names = new TreeSet<String>();
    multiPoint.enabled().forEach(plugin -> names.add(plugin.name()));
    points.values().forEach(set -> set.enabled().forEach(plugin -> names.add(plugin.name())));
    return names;
  }
}
