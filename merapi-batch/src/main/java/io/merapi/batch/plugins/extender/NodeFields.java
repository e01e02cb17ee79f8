package io.merapi.batch.plugins.extender;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.session.NodeUsage;
import io.merapi.api.session.SessionNode;
import io.merapi.kube.configuration.GoBool;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes as Volcano's {@code NodeInfo} has them.
 *
 * <p>What other plugins keep of nodes (NUMA cells, shared devices) is not part of it: those fields
 * are as they are where these plugins are off.
 */
final class NodeFields {

  private static final String NEVER = "0001-01-01T00:00:00Z";

  private final ObjectFields objects;
  private final TaskFields tasks;

  /** By name of an image, how many nodes of the session hold it. */
  private final Map<String, Integer> holders = new HashMap<>();

  NodeFields(ObjectFields objects, TaskFields tasks, List<? extends SessionNode> nodes) {
    this.objects = objects;
    this.tasks = tasks;
    for (SessionNode node : nodes) {
      node.info().imageNames().forEach(image -> holders.merge(image, 1, Integer::sum));
    }
  }

  Map<String, @Nullable Object> of(SessionNode node) {
    var onNode = new LinkedHashMap<String, @Nullable Object>();
    node.tasks().forEach(task -> onNode.put(task.key(), tasks.onNode(task)));
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("Name", node.name());
    fields.put("Node", objects.node(node.node()));
    // Ready, for others are not in a session.
    fields.put("State", Map.of("Phase", 1, "Reason", ""));
    fields.put("Releasing", TaskFields.resources(node.releasing()));
    fields.put("Pipelined", TaskFields.resources(node.pipelined()));
    fields.put("Idle", TaskFields.resources(node.idle()));
    fields.put("Used", TaskFields.resources(node.used()));
    fields.put("Allocatable", TaskFields.resources(node.allocatable()));
    fields.put("Capacity", TaskFields.resources(node.capacity()));
    fields.put("ResourceUsage", usage(node.usage()));
    fields.put("Tasks", onNode);
    fields.put("NumaInfo", null);
    fields.put("UnassignedNumaPods", null);
    fields.put("NumaSchedulerInfo", null);
    fields.put("RevocableZone", node.revocableZone());
    fields.put("Others", Map.of());
    fields.put(
        "OversubscriptionNode",
        GoBool.isTrue(node.node().meta().labels().get(VolcanoKeys.OVERSUBSCRIPTION)));
    fields.put(
        "OfflineJobEvicting",
        GoBool.isTrue(node.node().meta().annotations().get(VolcanoKeys.OFFLINE_JOB_EVICTING)));
    fields.put("OversubscriptionResource", TaskFields.resources(node.oversubscription()));
    fields.put("ImageStates", images(node.info()));
    fields.put("Generation", 0);
    fields.put("BindGeneration", 0);
    return fields;
  }

  private static Map<String, Object> usage(NodeUsage usage) {
    Instant measured = usage.measured();
    return Map.of(
        "MetricsTime", measured == null ? NEVER : measured.toString(),
        "CPUUsageAvg", usage.cpuAverages(),
        "MEMUsageAvg", usage.memoryAverages());
  }

  private Map<String, @Nullable Object> images(NodeInfo node) {
    var images = new LinkedHashMap<String, @Nullable Object>();
    for (String name : node.imageNames()) {
      var image = new LinkedHashMap<String, @Nullable Object>();
      image.put("Size", node.imageSizeBytes(name));
      image.put("NumNodes", holders.getOrDefault(name, 0));
      image.put("Nodes", null);
      images.put(name, image);
    }
    return images;
  }
}
