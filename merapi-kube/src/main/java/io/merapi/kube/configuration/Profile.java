package io.merapi.kube.configuration;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One scheduler among those that the program offers to pods.
 *
 * @param schedulerName what {@code spec.schedulerName} of its pods says
 * @param percentageOfNodesToScore absent means that of the whole configuration; 0 means that the
 *     number of nodes decides
 * @param arguments by plugin: the plugin's own record for in-tree plugins, {@link RawArguments} for
 *     others
 */
public record Profile(
    String schedulerName,
    @Nullable Integer percentageOfNodesToScore,
    ProfilePlugins plugins,
    Map<String, Record> arguments) {

  public Profile {
    arguments = Collections.unmodifiableMap(new TreeMap<>(arguments));
  }

  /**
   * The arguments of a plugin; every enabled in-tree plugin that takes some has them.
   *
   * @throws IllegalArgumentException if the plugin has no arguments of this type
   */
  public <A extends Record> A arguments(String plugin, Class<A> type) {
    Record found = arguments.get(plugin);
    if (!type.isInstance(found)) {
      throw new IllegalArgumentException(
          "profile (%s) has no %s for plugin (%s)"
              .formatted(schedulerName, type.getSimpleName(), plugin));
    }
    return type.cast(found);
  }
}
