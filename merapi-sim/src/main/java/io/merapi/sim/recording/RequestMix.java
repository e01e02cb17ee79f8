package io.merapi.sim.recording;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the pods of a workload ask for, and how often. */
final class RequestMix {

  /** Beyond so many kinds of pods those that are new are not counted. */
  private static final int MOST_CLASSES = 10_000;

  private final ResourceDictionary dictionary;
  private final PodRequests.Rules rules;
  private final Map<ResourceAmounts, RequestClass> classes = new HashMap<>();
  private long gpuPods;

  RequestMix(ResourceDictionary dictionary, PodRequests.Rules rules) {
    this.dictionary = dictionary;
    this.rules = rules;
  }

  /** The class of a pod that has come. */
  RequestClass add(Pod pod) {
    ResourceAmounts amounts = PodRequests.of(pod, dictionary, rules).requests();
    RequestClass known = classes.get(amounts);
    if (known == null) {
      known = new RequestClass(amounts);
      if (classes.size() < MOST_CLASSES) {
        classes.put(amounts, known);
      }
    }
    known.pods++;
    gpuPods += known.gpus > 0 ? 1 : 0;
    return known;
  }

  /** How many pods have come that ask for GPUs. */
  long gpuPods() {
    return gpuPods;
  }

  /** The most frequent classes that ask for GPUs. */
  List<RequestClass> gpuClasses(int most) {
    return classes.values().stream()
        .filter(one -> one.gpus > 0)
        .sorted(
            Comparator.comparingLong((RequestClass one) -> one.pods)
                .reversed()
                .thenComparingLong(one -> one.gpus)
                .thenComparingLong(one -> one.amounts.cpuMillis())
                .thenComparingLong(one -> one.amounts.memoryBytes()))
        .limit(most)
        .toList();
  }
}
