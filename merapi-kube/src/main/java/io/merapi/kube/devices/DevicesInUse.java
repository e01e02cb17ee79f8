package io.merapi.kube.devices;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.ClusterView;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ObjectMaps;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The devices that claims hold in one view of the cluster, with what is decided and not written
 * yet; immutable.
 *
 * @param claims that were counted
 * @param assumed what was assumed of them
 * @param pending what they were to be given
 */
public record DevicesInUse(
    PersistentMap<String, ClusterObject> claims,
    PersistentMap<String, ClusterObject> assumed,
    PersistentMap<String, Allocation> pending,
    AllocatedDevices allocated) {

  public static DevicesInUse none(DeviceFeatures features) {
    return new DevicesInUse(
        PersistentMap.empty(),
        PersistentMap.empty(),
        PersistentMap.empty(),
        AllocatedDevices.none(features));
  }

  /** Those of a view, made from these at a cost that follows what changed between them. */
  public DevicesInUse follow(
      ClusterView cluster, AssumedObjects assumptions, PendingAllocations decisions) {
    // In this order: what ceases to be pending is assumed before that.
    PersistentMap<String, Allocation> pendingNow = decisions.byClaim();
    PersistentMap<String, ClusterObject> assumedNow = assumptions.held(ObjectKind.RESOURCE_CLAIM);
    PersistentMap<String, ClusterObject> claimsNow =
        ObjectMaps.of(cluster, ObjectKind.RESOURCE_CLAIM);
    var changed = new TreeSet<String>();
    claimsNow.forEachChange(claims, (key, _, _) -> changed.add(key));
    assumedNow.forEachChange(assumed, (key, _, _) -> changed.add(key));
    AllocatedDevices[] counted = {allocated};
    for (String key : changed) {
      counted[0] =
          counted[0]
              .without(held(claims.get(key), assumed.get(key)))
              .with(held(claimsNow.get(key), assumedNow.get(key)));
    }
    pendingNow.forEachChange(
        pending, (_, before, after) -> counted[0] = counted[0].without(before).with(after));
    return new DevicesInUse(claimsNow, assumedNow, pendingNow, counted[0]);
  }

  private static @Nullable Allocation held(
      @Nullable ClusterObject claim, @Nullable ClusterObject assumed) {
    return claim != null && AssumedObjects.latest(claim, assumed) instanceof ResourceClaim latest
        ? latest.allocation()
        : null;
  }
}
