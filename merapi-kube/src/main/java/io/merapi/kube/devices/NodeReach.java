package io.merapi.kube.devices;

import io.merapi.api.device.Device;
import io.merapi.api.node.Node;
import io.merapi.api.selector.CompiledNodeSelector;
import org.jspecify.annotations.Nullable;

/** The nodes that reach a device or the devices of a slice, compiled. */
final class NodeReach {

  private final String nodeName;
  private final boolean allNodes;
  private final @Nullable CompiledNodeSelector selector;

  NodeReach(Device.Reach reach) {
    this.nodeName = reach.nodeName() == null ? "" : reach.nodeName();
    this.allNodes = reach.allNodes();
    this.selector =
        reach.nodeSelector() == null ? null : CompiledNodeSelector.of(reach.nodeSelector());
  }

  /** The only node; empty where none is named. */
  String nodeName() {
    return nodeName;
  }

  boolean isStated() {
    return !nodeName.isEmpty() || allNodes || selector != null;
  }

  /**
   * Whether a node reaches it.
   *
   * @throws AllocationException if nodes are selected in a way that cannot be read
   */
  boolean by(Node node) {
    if (!nodeName.isEmpty()) {
      return nodeName.equals(node.name());
    }
    if (allNodes) {
      return true;
    }
    if (selector == null) {
      return false;
    }
    if (selector.error() != null) {
      throw AllocationException.input("failed to parse node selector: " + selector.error());
    }
    return selector.matches(node.meta().labels(), node.name());
  }
}
