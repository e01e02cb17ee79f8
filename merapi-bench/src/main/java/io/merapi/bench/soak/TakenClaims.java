package io.merapi.bench.soak;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.ClusterView;
import io.merapi.kube.framework.SchedulerParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Volumes and devices that plugins have taken for pods, and that the cluster does not know of. */
record TakenClaims(SchedulerParts parts) {

  /** All that is taken, for people. */
  Map<String, String> text(ClusterView cluster) {
    var all = new TreeMap<String, String>();
    parts
        .assumed()
        .prune(cluster)
        .forEach((place, object) -> all.put(place.toString(), object.toString()));
    List<String> allocations =
        parts.pendingAllocations().all().stream().map(Object::toString).sorted().toList();
    all.put("devices", allocations.toString());
    return all;
  }

  /** The objects as they are to be written. */
  List<ClusterObject> objects(ClusterView cluster) {
    var written = new ArrayList<ClusterObject>(parts.assumed().prune(cluster).values());
    for (ClusterObject object : cluster.objects(ObjectKind.RESOURCE_CLAIM)) {
      var claim = (ResourceClaim) object;
      Allocation allocation = parts.pendingAllocations().of(claim);
      if (allocation != null) {
        written.add(claim.withAllocation(allocation));
      }
    }
    return written;
  }
}
