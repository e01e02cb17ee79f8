package io.merapi.explain.summary;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceAmountsSum;
import io.merapi.api.resource.ResourceDictionary;
import java.util.ArrayList;
import java.util.List;

/** Adds up what nodes offer and what pods ask for. */
public final class SnapshotSummary {

  private final ResourceDictionary dictionary = new ResourceDictionary();
  private final ResourceAmountsSum allocatable = new ResourceAmountsSum(dictionary);
  private final ResourceAmountsSum assigned = new ResourceAmountsSum(dictionary);
  private final ResourceAmountsSum pending = new ResourceAmountsSum(dictionary);
  private long nodes;
  private long assignedPods;
  private long pendingPods;
  private long endedPods;

  public void add(ClusterObject object) {
    switch (object) {
      case Node node -> {
        nodes++;
        allocatable.add(ResourceAmounts.of(node.allocatable(), dictionary));
      }
      case Pod pod -> add(pod);
      default -> {
        // Nothing to add up: the loader counts it.
      }
    }
  }

  private void add(Pod pod) {
    if (pod.terminated()) {
      endedPods++;
      return;
    }
    ResourceAmounts requests =
        PodRequests.of(pod, dictionary, PodRequests.Rules.DEFAULT).requests();
    if (pod.assigned()) {
      assignedPods++;
      assigned.add(requests);
    } else {
      pendingPods++;
      pending.add(requests);
    }
  }

  public long nodes() {
    return nodes;
  }

  /** Pods that are bound to a node and have not ended. */
  public long assignedPods() {
    return assignedPods;
  }

  /** Pods that wait for a node. */
  public long pendingPods() {
    return pendingPods;
  }

  /** Pods that have succeeded or failed. */
  public long endedPods() {
    return endedPods;
  }

  /**
   * One resource over the whole cluster, in the units of {@link ResourceAmounts}.
   *
   * @param requested by pods that are bound to a node
   * @param waiting by pods that wait for one
   */
  public record Row(String resource, long allocatable, long requested, long waiting) {}

  /** The resources that nodes offer or pods ask for, in the order of the dictionary. */
  public List<Row> rows() {
    ResourceAmounts has = allocatable.toAmounts();
    ResourceAmounts used = assigned.toAmounts();
    ResourceAmounts wanted = pending.toAmounts();
    var rows = new ArrayList<Row>();
    for (int id = 0; id < dictionary.size(); id++) {
      if (id == ResourceDictionary.PODS) {
        rows.add(new Row(dictionary.name(id), has.get(id), assignedPods, pendingPods));
      } else if (has.get(id) != 0 || used.get(id) != 0 || wanted.get(id) != 0) {
        rows.add(new Row(dictionary.name(id), has.get(id), used.get(id), wanted.get(id)));
      }
    }
    return rows;
  }
}
