package io.merapi.kube.devices;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.ClusterView;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ObjectMaps;
import org.jspecify.annotations.Nullable;

/**
 * The devices that the claims of one view of the cluster hold; immutable.
 *
 * @param claims that were counted
 */
public record DevicesInUse(
    PersistentMap<String, ClusterObject> claims, AllocatedDevices allocated) {

  public static DevicesInUse none(DeviceFeatures features) {
    return new DevicesInUse(PersistentMap.empty(), AllocatedDevices.none(features));
  }

  /** Those of a view, made from these at a cost that follows what changed between them. */
  public DevicesInUse follow(ClusterView cluster) {
    PersistentMap<String, ClusterObject> now = ObjectMaps.of(cluster, ObjectKind.RESOURCE_CLAIM);
    if (now.equals(claims)) {
      return this;
    }
    AllocatedDevices[] counted = {allocated};
    now.forEachChange(
        claims,
        (_, before, after) -> {
          counted[0] = counted[0].without(allocation(before)).with(allocation(after));
        });
    return new DevicesInUse(now, counted[0]);
  }

  /** The same, with what is decided and not written yet. */
  public AllocatedDevices beside(
      ClusterView cluster, AssumedObjects assumed, PendingAllocations pending) {
    AllocatedDevices all = allocated;
    for (ClusterObject claim : assumed.assumed(cluster, ObjectKind.RESOURCE_CLAIM).values()) {
      ClusterObject real = cluster.object(ObjectKind.RESOURCE_CLAIM, claim.key());
      all = all.without(allocation(real)).with(allocation(claim));
    }
    for (Allocation allocation : pending.all()) {
      all = all.with(allocation);
    }
    return all;
  }

  private static @Nullable Allocation allocation(@Nullable ClusterObject claim) {
    return claim instanceof ResourceClaim known ? known.allocation() : null;
  }
}
