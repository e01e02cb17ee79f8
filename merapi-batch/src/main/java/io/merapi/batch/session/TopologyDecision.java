package io.merapi.batch.session;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.json.JsonResources;
import io.merapi.api.json.JsonValue;
import io.merapi.api.json.JsonValue.JsonLiteral;
import io.merapi.api.json.JsonValue.JsonObject;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a pod was given on each NUMA node of its node, for the agent there.
 *
 * <p>Kept from upstream, where no plugin decides this yet: a pod may come with the annotation, and
 * what could be read of it is written again with the binding.
 */
public final class TopologyDecision {

  private TopologyDecision() {}

  /** The annotation to write; empty where the pod has none that says something. */
  static Optional<String> of(Pod pod) {
    Map<String, ResourceList> nodes = byNumaNode(pod);
    return nodes.isEmpty()
        ? Optional.empty()
        : Optional.of("{\"numa\":%s}".formatted(JsonResources.writeTable(nodes)));
  }

  /** What a pod comes with, by the number of the NUMA node; nothing that cannot be read. */
  public static Map<String, ResourceList> byNumaNode(Pod pod) {
    String text = pod.meta().annotations().getOrDefault(VolcanoKeys.TOPOLOGY_DECISION, "");
    if (text.isEmpty()) {
      return Map.of();
    }
    try {
      Map<String, ResourceList> nodes = new TreeMap<>();
      JsonResources.readTable(numa(JsonValue.parse(text)))
          .forEach((node, list) -> nodes.put(Long.toString(Long.parseLong(node)), list));
      return nodes;
    } catch (IllegalArgumentException _) {
      return Map.of();
    }
  }

  private static JsonValue numa(JsonValue decision) {
    return decision instanceof JsonObject(var members)
        ? members.getOrDefault("numa", JsonLiteral.NULL)
        : JsonLiteral.NULL;
  }
}
