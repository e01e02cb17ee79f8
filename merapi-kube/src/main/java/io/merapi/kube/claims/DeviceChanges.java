package io.merapi.kube.claims;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.device.ResourceSlice;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterContents;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes are touched by changes of devices and of claims for them; used by one thread.
 *
 * <p>A device that is taken or given back touches the nodes of its pool, for devices of one pool
 * may share what they consist of; pools are told apart by their bare names, as counters are. Where
 * a slice does not name its node, that is any node. A slice that changes touches the nodes of its
 * pool likewise; one with counters belongs to all nodes.
 */
final class DeviceChanges {

  private final AssumedObjects assumed;
  private final ObjectChanges objects = new ObjectChanges();

  /** Names of slices by the name of their pool. */
  private final Groups slices = new Groups();

  DeviceChanges(AssumedObjects assumed) {
    this.assumed = assumed;
  }

  void follow(TouchedNodes touched) {
    ClusterContents contents = touched.contents();
    objects.of(ObjectKind.DEVICE_CLASS, contents, (_, _, _) -> touched.all());
    objects.of(
        ObjectKind.RESOURCE_SLICE,
        contents,
        (name, before, after) -> {
          if (before instanceof ResourceSlice slice) {
            touchPool(slice.pool().name(), touched);
            touchReach(slice, touched);
            slices.remove(slice.pool().name(), name);
          }
          if (after instanceof ResourceSlice slice) {
            slices.add(slice.pool().name(), name);
            touchPool(slice.pool().name(), touched);
            touchReach(slice, touched);
          }
        });
    objects.of(
        ObjectKind.RESOURCE_CLAIM,
        contents,
        (key, before, after) -> {
          if (!Objects.equals(allocation(before), allocation(after))) {
            touch(before, touched);
            touch(after, touched);
          }
          // What was assumed of the claim may be void now.
          touch(assumed.held(ObjectKind.RESOURCE_CLAIM, key), touched);
        });
  }

  private static @Nullable Allocation allocation(@Nullable ClusterObject claim) {
    return claim instanceof ResourceClaim known ? known.allocation() : null;
  }

  /** Touches the nodes of the devices that a claim holds. */
  void touch(@Nullable ClusterObject claim, TouchedNodes touched) {
    Allocation allocation = allocation(claim);
    if (allocation != null) {
      touch(allocation, touched);
    }
  }

  void touch(Allocation allocation, TouchedNodes touched) {
    for (Allocation.Result result : allocation.results()) {
      touchPool(result.pool(), touched);
    }
  }

  private void touchPool(String pool, TouchedNodes touched) {
    for (String name : slices.of(pool)) {
      if (touched.contents().objects(ObjectKind.RESOURCE_SLICE).get(name)
              instanceof ResourceSlice slice
          && slice.sharedCounters().isEmpty()) {
        touchReach(slice, touched);
      }
    }
  }

  private static void touchReach(ResourceSlice slice, TouchedNodes touched) {
    String nodeName = slice.nodes().nodeName();
    if (nodeName == null || nodeName.isEmpty() || !slice.sharedCounters().isEmpty()) {
      touched.all();
    } else {
      touched.named(nodeName);
    }
  }
}
