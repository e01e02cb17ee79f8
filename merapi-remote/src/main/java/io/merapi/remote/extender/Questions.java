package io.merapi.remote.extender;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes what extenders are asked, as Go's encoder writes the types of {@code extender/v1}: fields
 * have the names of the types, and what is not given is null.
 */
final class Questions {

  private static final JsonFactory FACTORY = new JsonFactory();

  private final boolean byName;
  private final Function<ClusterObject, String> objects;

  /**
   * Writes for an extender.
   *
   * @param byName whether names of nodes and pods are enough for it
   * @param objects writes an object as JSON, without its kind and version
   */
  Questions(boolean byName, Function<ClusterObject, String> objects) {
    this.byName = byName;
    this.objects = objects;
  }

  /** {@code ExtenderArgs}. */
  byte[] aboutNodes(Pod pod, List<NodeInfo> nodes) {
    return json(out -> {
      out.writeName("Pod");
      object(pod, out);
      out.writeName("Nodes");
      if (byName) {
        out.writeNull();
      } else {
        nodeList(nodes, out);
      }
      out.writeName("NodeNames");
      if (byName) {
        out.writeStartArray();
        nodes.forEach(node -> out.writeString(node.name()));
        out.writeEndArray();
      } else {
        out.writeNull();
      }
    });
  }

  private void nodeList(List<NodeInfo> nodes, JsonGenerator out) {
    out.writeStartObject();
    out.writeName("metadata");
    out.writeStartObject();
    out.writeEndObject();
    out.writeName("items");
    out.writeStartArray();
    nodes.forEach(node -> object(requireNonNull(node.node()), out));
    out.writeEndArray();
    out.writeEndObject();
  }

  /** {@code ExtenderBindingArgs}. */
  byte[] toBind(Pod pod, String nodeName) {
    return json(out -> {
      out.writeStringProperty("PodName", pod.meta().name());
      out.writeStringProperty("PodNamespace", pod.meta().namespace());
      out.writeStringProperty("PodUID", pod.meta().uid());
      out.writeStringProperty("Node", nodeName);
    });
  }

  /** {@code ExtenderPreemptionArgs}. */
  byte[] aboutVictims(Pod pod, Map<String, Victims> victims) {
    return json(out -> {
      out.writeName("Pod");
      object(pod, out);
      out.writeName("NodeNameToVictims");
      if (byName) {
        out.writeNull();
      } else {
        victims(victims, out, victim -> object(victim.pod(), out));
      }
      out.writeName("NodeNameToMetaVictims");
      if (byName) {
        victims(
            victims,
            out,
            victim -> {
              out.writeStartObject();
              out.writeStringProperty("UID", victim.pod().meta().uid());
              out.writeEndObject();
            });
      } else {
        out.writeNull();
      }
    });
  }

  private static void victims(
      Map<String, Victims> victims, JsonGenerator out, Consumer<PodInfo> victim) {
    out.writeStartObject();
    victims.forEach((node, onNode) -> {
      out.writeName(node);
      out.writeStartObject();
      out.writeName("Pods");
      out.writeStartArray();
      onNode.pods().forEach(victim);
      out.writeEndArray();
      out.writeNumberProperty("NumPDBViolations", onNode.pdbViolations());
      out.writeEndObject();
    });
    out.writeEndObject();
  }

  private void object(ClusterObject object, JsonGenerator out) {
    out.writeRawValue(objects.apply(object));
  }

  private static byte[] json(Consumer<JsonGenerator> fields) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      fields.accept(out);
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }
}
