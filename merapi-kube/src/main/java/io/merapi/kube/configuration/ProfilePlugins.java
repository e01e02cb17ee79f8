package io.merapi.kube.configuration;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The plugins of a profile, ready to run.
 *
 * @param inOrder names in the order in which they run; every extension point has an entry
 * @param scoreWeights of the plugins that run at {@link ExtensionPoint#SCORE}, in their order
 * @param placementScoreWeights of those that run at {@link ExtensionPoint#PLACEMENT_SCORE}
 */
public record ProfilePlugins(
    Map<ExtensionPoint, List<String>> inOrder,
    Map<String, Integer> scoreWeights,
    Map<String, Integer> placementScoreWeights) {

  public ProfilePlugins {
    var copy = new EnumMap<ExtensionPoint, List<String>>(ExtensionPoint.class);
    for (ExtensionPoint point : ExtensionPoint.values()) {
      copy.put(point, List.copyOf(inOrder.getOrDefault(point, List.of())));
    }
    inOrder = Collections.unmodifiableMap(copy);
    scoreWeights = Collections.unmodifiableMap(new LinkedHashMap<>(scoreWeights));
    placementScoreWeights = Collections.unmodifiableMap(new LinkedHashMap<>(placementScoreWeights));
  }

  /** The plugins that run at a point, in their order. */
  public List<String> at(ExtensionPoint point) {
    return inOrder.getOrDefault(point, List.of());
  }
}
