package io.merapi.kube.plugins.noderesourcesfit;

import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a pod must find on a node: a place among its pods, and every amount that it asks for. */
final class PodDemand {

  private final Amount[] amounts;

  private PodDemand(Amount[] amounts) {
    this.amounts = amounts;
  }

  /**
   * @param ignored the resources that need not fit
   * @param servedByDevices the resources that a device class serves where nodes do not have them
   */
  static PodDemand of(
      ResourceAmounts requests, Predicate<String> ignored, Predicate<String> servedByDevices) {
    var amounts = new ArrayList<Amount>();
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.EPHEMERAL_STORAGE; id++) {
      if (requests.get(id) > 0) {
        amounts.add(new Amount(id, requests.dictionary().name(id), requests.get(id), false));
      }
    }
    for (int i = 0; i < requests.scalarCount(); i++) {
      String name = requests.dictionary().name(requests.scalarId(i));
      if (requests.scalarValue(i) > 0 && !ignored.test(name)) {
        amounts.add(
            new Amount(
                requests.scalarId(i), name, requests.scalarValue(i), servedByDevices.test(name)));
      }
    }
    return new PodDemand(amounts.toArray(Amount[]::new));
  }

  /**
   * Looks at every amount even where one is already missing, for the reasons tell all that is. A
   * node that is too small were it empty makes the whole answer one that eviction cannot change.
   */
  Verdict judge(NodeInfo node) {
    List<Reason> reasons = null;
    boolean evictionHelps = true;
    int pods = node.pods().size();
    long mostPods = node.allocatable().pods();
    if (pods + 1 > mostPods) {
      reasons = add(reasons, new TooManyPods(pods, mostPods));
    }
    for (Amount amount : amounts) {
      long capacity = node.allocatable().get(amount.id);
      if (amount.servedByDevices && capacity <= 0) {
        continue;
      }
      long used = node.requested().get(amount.id);
      if (amount.value > capacity - used) {
        reasons = add(reasons, amount.missing(used, capacity));
        evictionHelps &= amount.value <= capacity;
      }
    }
    return reasons == null ? Verdict.success() : new Verdict.Rejected(reasons, evictionHelps);
  }

  /**
   * Whether a change gave a node more of something that the pod asks for, or another pod a place.
   */
  boolean mayGain(ResourceAmounts before, ResourceAmounts after) {
    if (after.pods() > before.pods()) {
      return true;
    }
    for (Amount amount : amounts) {
      long capacity = after.get(amount.id);
      if (capacity > before.get(amount.id) || (amount.servedByDevices && capacity <= 0)) {
        return true;
      }
    }
    return false;
  }

  private static List<Reason> add(@Nullable List<Reason> reasons, Reason reason) {
    List<Reason> extended = reasons == null ? new ArrayList<>(2) : reasons;
    extended.add(reason);
    return extended;
  }

  /**
   * An amount of one resource.
   *
   * @param summary of the reason for which nodes are rejected, made once for all of them
   */
  private record Amount(int id, String name, String summary, long value, boolean servedByDevices) {

    Amount(int id, String name, long value, boolean servedByDevices) {
      this(id, name, "Insufficient " + name, value, servedByDevices);
    }

    Reason missing(long used, long capacity) {
      return new InsufficientResource(name, summary, value, used, capacity);
    }
  }
}
