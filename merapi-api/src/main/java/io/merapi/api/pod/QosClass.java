package io.merapi.api.pod;

import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.ResourceListSum;
import io.merapi.api.resource.ResourceNames;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How well a pod is served when its node runs short, worst first. */
public enum QosClass {
  BEST_EFFORT("BestEffort"),
  BURSTABLE("Burstable"),
  GUARANTEED("Guaranteed");

  private static final List<String> COUNTED = List.of(ResourceNames.CPU, ResourceNames.MEMORY);

  private final String text;

  QosClass(String text) {
    this.text = text;
  }

  /**
   * The class that the pod's status tells, or else that its spec makes; upstream's {@code
   * GetPodQOS}.
   *
   * @param podLevelResources whether amounts for the pod as a whole count
   */
  public static QosClass of(Pod pod, boolean podLevelResources) {
    String told = pod.status().qosClass();
    if (told.isEmpty()) {
      return computed(pod.spec(), podLevelResources);
    }
    // A word that nobody knows is neither the best nor the worst.
    return Stream.of(values()).filter(one -> one.text.equals(told)).findFirst().orElse(BURSTABLE);
  }

  private static QosClass computed(PodSpec spec, boolean podLevelResources) {
    ResourceRequirements wholePod = podLevelResources ? spec.resources() : null;
    List<ResourceRequirements> stated =
        wholePod == null
            ? Stream.concat(spec.containers().stream(), spec.initContainers().stream())
                .map(Container::resources)
                .toList()
            : List.of(wholePod);
    var requestSum = new ResourceListSum();
    var limitSum = new ResourceListSum();
    boolean limited = true;
    for (ResourceRequirements one : stated) {
      ResourceList limits = counted(one.limits());
      requestSum.add(counted(one.requests()));
      limitSum.add(limits);
      limited &= limits.size() == COUNTED.size();
    }
    ResourceList requests = requestSum.toList();
    ResourceList limits = limitSum.toList();
    if (requests.isEmpty() && limits.isEmpty()) {
      return BEST_EFFORT;
    }
    return limited && same(requests, limits) ? GUARANTEED : BURSTABLE;
  }

  /** Cpu and memory, where there is more than none. */
  private static ResourceList counted(ResourceList list) {
    var sum = new TreeMap<String, Quantity>();
    for (String name : COUNTED) {
      Quantity amount = list.get(name);
      if (amount != null && amount.sign() > 0) {
        sum.put(name, amount);
      }
    }
    return new ResourceList(sum);
  }

  private static boolean same(ResourceList left, ResourceList right) {
    for (String name : COUNTED) {
      Quantity one = left.get(name);
      Quantity other = right.get(name);
      if (one == null || other == null || one.compareTo(other) != 0) {
        return false;
      }
    }
    return true;
  }
}
