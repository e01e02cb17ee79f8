package io.merapi.batch.devices.mindcluster;

import io.merapi.api.cluster.ConfigMap;
import io.merapi.batch.devices.DocumentFields;
import io.merapi.batch.devices.DocumentReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * What MindCluster reports of nodes: in the ConfigMaps that its cluster manager gathers in
 * namespace {@code mindx-dl}, or for nodes that are not in these, in those that the device plugin
 * and the daemon of each node write.
 */
public final class NodeReports {

  private static final String CLUSTER_NAMESPACE = "mindx-dl";
  private static final String PLUGIN_NAMESPACE = "kube-system";
  private static final String DEVICES_OF_CLUSTER = "cluster-info-device-";
  private static final String NODES_OF_CLUSTER = "cluster-info-node-cm";
  private static final String DEVICES_OF_NODE = "mindx-dl-deviceinfo-";
  private static final String STATUS_OF_NODE = "mindx-dl-nodeinfo-";

  private final Map<String, Map<String, String>> devices = new HashMap<>();
  private final Map<String, String> status = new HashMap<>();

  private NodeReports() {}

  /** Reads ConfigMaps; those that are no reports, or cannot be read, are left out. */
  public static NodeReports of(Collection<ConfigMap> maps, DocumentReader documents) {
    var reports = new NodeReports();
    for (ConfigMap map : maps) {
      if (map.namespace().equals(PLUGIN_NAMESPACE) && map.name().startsWith(DEVICES_OF_NODE)) {
        reports.node(map, "DeviceInfoCfg", "DeviceInfo", DEVICES_OF_NODE, documents);
      } else if (map.namespace().equals(CLUSTER_NAMESPACE)
          && map.name().startsWith(STATUS_OF_NODE)) {
        reports.node(map, "NodeInfo", "NodeInfo", STATUS_OF_NODE, documents);
      }
    }
    for (ConfigMap map : maps) {
      if (!map.namespace().equals(CLUSTER_NAMESPACE)) {
        continue;
      }
      if (map.name().startsWith(DEVICES_OF_CLUSTER)) {
        reports.cluster(map, DEVICES_OF_NODE, documents);
      } else if (map.name().equals(NODES_OF_CLUSTER)) {
        reports.cluster(map, STATUS_OF_NODE, documents);
      }
    }
    return reports;
  }

  private void node(
      ConfigMap map, String key, String field, String prefix, DocumentReader documents) {
    try {
      DocumentFields report =
          DocumentFields.of(documents.read(map.data().getOrDefault(key, ""))).object(field);
      add(map.name().substring(prefix.length()), report);
    } catch (IllegalArgumentException _) {
      // As if it were not there.
    }
  }

  private void cluster(ConfigMap map, String prefix, DocumentReader documents) {
    try {
      DocumentFields nodes =
          DocumentFields.of(documents.read(map.data().getOrDefault(map.name(), "")));
      for (String name : nodes.names()) {
        String node = name.startsWith(prefix) ? name.substring(prefix.length()) : name;
        add(node, nodes.object(name));
      }
    } catch (IllegalArgumentException _) {
      // As if it were not there.
    }
  }

  private void add(String node, DocumentFields report) {
    DocumentFields list = report.object("DeviceList");
    if (!list.names().isEmpty()) {
      var lists = new HashMap<String, String>();
      list.names().forEach(name -> lists.put(name, list.text(name)));
      devices.put(node, lists);
    }
    String reported = report.text("NodeStatus");
    if (!reported.isEmpty()) {
      status.put(node, reported);
    }
  }

  /** Lists of a node's chips, such as {@code huawei.com/Ascend310P} with those that are healthy. */
  Map<String, String> devices(String node) {
    return devices.getOrDefault(node, Map.of());
  }

  /** How a node is, such as {@code Healthy}. */
  String status(String node) {
    return status.getOrDefault(node, "Healthy");
  }
}
