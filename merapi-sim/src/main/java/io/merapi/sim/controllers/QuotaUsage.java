package io.merapi.sim.controllers;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Container;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.ResourceListSum;
import io.merapi.api.resource.ResourceNames;
import java.util.Set;

/**
 * What pods count for in a quota, which is what controllers write as the minimum of a group:
 * requests under their own names and with {@code requests.} before them, limits with {@code
 * limits.}, and the number of pods.
 */
final class QuotaUsage {

  private static final Quantity ONE = Quantity.of(1, Quantity.Format.DECIMAL_SI);

  /** Whose limits a quota counts; a limit of a device would pass for a device that no node has. */
  private static final Set<String> LIMITED =
      Set.of(ResourceNames.CPU, ResourceNames.MEMORY, ResourceNames.EPHEMERAL_STORAGE);

  private final ResourceListSum sum = new ResourceListSum();

  /** Adds pods that are alike. */
  void add(PodSpec spec, int pods) {
    var pod = new Pod(ObjectMeta.named("", ""), "", spec, PodStatus.UNREPORTED);
    ResourceList requests = PodRequests.list(pod, PodRequests.Rules.DEFAULT);
    var one = new ResourceListSum().add(requests);
    requests.amounts().forEach((name, amount) -> one.put("requests." + name, amount));
    var limits = new ResourceListSum();
    for (Container container : spec.containers()) {
      limits.add(container.resources().limits());
    }
    limits
        .toList()
        .amounts()
        .forEach((name, amount) -> {
          if (LIMITED.contains(name)) {
            one.put("limits." + name, amount);
          }
        });
    one.put("pods", ONE);
    one.put("count/pods", ONE);
    ResourceList list = one.toList();
    for (int i = 0; i < pods; i++) {
      sum.add(list);
    }
  }

  ResourceList total() {
    return sum.toList();
  }
}
