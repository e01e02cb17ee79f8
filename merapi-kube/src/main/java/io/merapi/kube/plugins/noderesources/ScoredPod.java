package io.merapi.kube.plugins.noderesources;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.resource.ResourceDictionary;
import org.jspecify.annotations.Nullable;

/**
 * A pod as scoring by resources sees it, for one attempt: what it asks for of each scored resource,
 * and beside it what a node has and has given away.
 *
 * <p>Resources are numbered in the order of the plugin's arguments. One that a node does not have,
 * or that is counted one by one and that the pod does not ask for, has capacity 0: it takes no part
 * in the score of that node.
 */
public final class ScoredPod {

  private final ScoredResources resources;
  private final long[] requests;
  private final @Nullable DeviceTotals[] devices;

  ScoredPod(ScoredResources resources, long[] requests, @Nullable DeviceTotals[] devices) {
    this.resources = resources;
    this.requests = requests;
    this.devices = devices;
  }

  /** How many resources are scored. */
  public int size() {
    return requests.length;
  }

  public long weight(int index) {
    return resources.weight(index);
  }

  /** Whether the pod asks for none of the resources. */
  public boolean asksForNothing() {
    for (long request : requests) {
      if (request != 0) {
        return false;
      }
    }
    return true;
  }

  /** What the node has in all; 0 where the resource takes no part in its score. */
  public long capacity(int index, NodeInfo node) {
    int id = resources.id(index);
    if (id < 0 || (requests[index] == 0 && resources.scalar(index))) {
      return 0;
    }
    long allocatable = node.allocatable().get(id);
    DeviceTotals totals = devices[index];
    return allocatable == 0 && totals != null ? totals.capacity(node) : allocatable;
  }

  /** What the pods on the node take; only where the node has a capacity. */
  public long allocated(int index, NodeInfo node) {
    int id = resources.id(index);
    if (resources.counting() == ScoredResources.Counting.WITH_DEFAULTS) {
      if (id == ResourceDictionary.CPU) {
        return node.nonZeroCpuMillis();
      }
      if (id == ResourceDictionary.MEMORY) {
        return node.nonZeroMemoryBytes();
      }
    }
    DeviceTotals totals = devices[index];
    return totals != null && node.allocatable().get(id) == 0
        ? totals.allocated(node)
        : node.requested().get(id);
  }

  /** What would be taken with the pod on the node; only where the node has a capacity. */
  public long requested(int index, NodeInfo node) {
    return allocated(index, node) + requests[index];
  }
}
