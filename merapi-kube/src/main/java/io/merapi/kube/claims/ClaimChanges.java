package io.merapi.kube.claims;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.kube.devices.PendingAllocations;
import io.merapi.kube.persistent.PersistentMap;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.NodeLog;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which nodes have been touched by changes of claims, volumes and devices, in the cluster and in
 * what is decided and not written yet; used by one thread.
 *
 * <p>It costs what has changed. A node that has changed itself is not told of here.
 */
public final class ClaimChanges {

  private final AssumedObjects assumed;
  private final PendingAllocations pending;
  private final NodeLog touched = new NodeLog();
  private final NodesByLabel byLabel = new NodesByLabel();
  private final VolumeChanges volumes = new VolumeChanges();
  private final DeviceChanges devices;
  private Map<ObjectKind, PersistentMap<String, ClusterObject>> objects = Map.of();
  private long assumptions;
  private long allocations;

  /**
   * @param assumed what is assumed of volumes and claims until the cluster has it
   * @param pending devices that are taken and not written yet
   */
  public ClaimChanges(AssumedObjects assumed, PendingAllocations pending) {
    this.assumed = assumed;
    this.pending = pending;
    this.devices = new DeviceChanges(assumed);
  }

  /** The indices of nodes that were touched. */
  public NodeLog touched() {
    return touched;
  }

  /** Notes what has changed; what is shown need not be later than what was shown before. */
  @SuppressWarnings("ReferenceEquality") // what has not changed is the same object
  public void follow(ClusterContents contents) {
    long assumptionsNow = assumed.log().position();
    long allocationsNow = pending.log().position();
    if (objects == contents.objects()
        && assumptions == assumptionsNow
        && allocations == allocationsNow) {
      return;
    }
    var nodes = new TouchedNodes(touched, byLabel, contents);
    if (objects != contents.objects()) {
      volumes.follow(nodes);
      devices.follow(nodes);
      objects = contents.objects();
    }
    followAssumptions(assumptionsNow, nodes);
    followAllocations(allocationsNow, nodes);
  }

  private void followAssumptions(long now, TouchedNodes nodes) {
    List<ClusterObject> changed = assumed.log().between(assumptions, now);
    assumptions = now;
    if (changed == null) {
      nodes.all();
      return;
    }
    for (ClusterObject object : changed) {
      // A claim for a volume matters to its own pods alone.
      if (object instanceof PersistentVolume volume) {
        VolumeChanges.touchReach(volume, nodes);
      } else if (object.kind() == ObjectKind.RESOURCE_CLAIM) {
        devices.touch(object, nodes);
      }
    }
  }

  private void followAllocations(long now, TouchedNodes nodes) {
    List<Allocation> changed = pending.log().between(allocations, now);
    allocations = now;
    if (changed == null) {
      nodes.all();
    } else {
      changed.forEach(allocation -> devices.touch(allocation, nodes));
    }
  }

  /** The names of the volumes that are bound to a claim, or kept for it. */
  Set<String> keptFor(String claimKey) {
    return volumes.keptFor(claimKey);
  }

  AssumedObjects assumed() {
    return assumed;
  }
}
