package io.merapi.config.plugins;

import io.merapi.batch.plugins.BatchPlugins;
import io.merapi.config.source.Problem;
import io.merapi.kube.plugins.KubePlugins;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All plugins that there are at a time. A configuration goes with the set by which it was read.
 *
 * @param jars the names of plugins by the JAR that they come from
 * @param versions by JAR a short form of its content
 * @param problems what is wrong with JARs that were left out, or whose last version was
 */
public record PluginSet(
    KubePlugins kube,
    BatchPlugins batch,
    SortedMap<String, List<String>> jars,
    SortedMap<String, String> versions,
    List<Problem> problems) {

  /** The in-tree plugins alone. */
  public static final PluginSet IN_TREE =
      new PluginSet(
          KubePlugins.IN_TREE, BatchPlugins.IN_TREE, new TreeMap<>(), new TreeMap<>(), List.of());

  public PluginSet {
    jars = Collections.unmodifiableSortedMap(new TreeMap<>(jars));
    versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
    problems = List.copyOf(problems);
  }
}
