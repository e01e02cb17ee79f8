package io.merapi.api.storage;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The CSI drivers of the node that has the same name. */
public record CsiNode(ObjectMeta meta, List<Driver> drivers) implements ClusterObject {

  public CsiNode {
    drivers = List.copyOf(drivers);
  }

  @Override
  public ObjectKind kind() {
    return ObjectKind.CSI_NODE;
  }

  /**
   * A driver that runs on the node.
   *
   * @param nodeId the driver's own name of the node
   * @param topologyKeys labels of the node by which the driver knows its place
   * @param allocatableCount how many volumes the node takes; absent means any number, 0 none
   */
  public record Driver(
      String name, String nodeId, List<String> topologyKeys, @Nullable Integer allocatableCount) {

    public Driver {
      topologyKeys = List.copyOf(topologyKeys);
    }
  }
}
