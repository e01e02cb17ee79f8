package io.merapi.kube.devices;

import io.merapi.api.node.Node;
import io.merapi.kube.cel.DeviceExpressions;
import java.util.List;

/** The devices that one node reaches, and which of them requests select. */
final class NodeDevices {

  private final Node node;
  private final List<DevicePool> pools;
  private final DeviceFeatures features;
  private final DeviceExpressions expressions;

  NodeDevices(
      Node node, List<DevicePool> pools, DeviceFeatures features, DeviceExpressions expressions) {
    this.node = node;
    this.pools = pools;
    this.features = features;
    this.expressions = expressions;
  }

  List<DevicePool> pools() {
    return pools;
  }

  /**
   * Whether a request may have a device, whoever else has it.
   *
   * @throws AllocationException if an expression has no answer
   */
  boolean selected(
      ClaimPlan claim, RequestPlan request, InventorySlice slice, InventoryDevice device) {
    if (!features.bindingConditions() && !device.device().bindingConditions().isEmpty()) {
      return false;
    }
    return request.selects(device, expressions, claim.key())
        && (!slice.perDeviceNodes() || device.reach().by(node));
  }
}
