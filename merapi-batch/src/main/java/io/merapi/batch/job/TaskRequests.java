package io.merapi.batch.job;

import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.pod.PodResources;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What tasks ask for: their containers, one pod, and the volumes that they attach. */
public final class TaskRequests {

  private final ResourceDictionary dictionary;
  private final PodRequests.Rules rules;
  private final Set<String> ignoredDevices;
  private final AttachedVolumes volumes;

  /** What the containers of a spec ask for, as far as asked since the last {@link #forget}. */
  private final IdentityHashMap<PodSpec, Resources> bySpec = new IdentityHashMap<>();

  /**
   * @param ignoredDevices scalars that device plugins of the scheduler account for themselves
   */
  public TaskRequests(
      ResourceDictionary dictionary,
      PodRequests.Rules rules,
      Set<String> ignoredDevices,
      AttachedVolumes volumes) {
    this.dictionary = dictionary;
    this.rules = rules;
    this.ignoredDevices = Set.copyOf(ignoredDevices);
    this.volumes = volumes;
  }

  /** A task's request, upstream's {@code Resreq}; null where the pod cannot become a task. */
  public @Nullable Resources of(Pod pod) {
    Map<String, Integer> counts = volumes.of(pod);
    return counts == null ? null : request(pod, counts);
  }

  private Resources request(Pod pod, Map<String, Integer> volumeCounts) {
    Resources containers = containers(pod);
    if (volumeCounts.isEmpty()) {
      return containers;
    }
    ResourcesSum sum = containers.sum();
    volumeCounts.forEach((name, count) -> sum.addTo(dictionary.index(name), count));
    return sum.toResources();
  }

  /** What containers are given may differ from what the spec says, where their status tells. */
  private Resources containers(Pod pod) {
    if (!pod.status().containerStatuses().isEmpty()
        || !pod.status().initContainerStatuses().isEmpty()) {
      return resources(pod);
    }
    Resources known = bySpec.get(pod.spec());
    if (known == null) {
      known = resources(pod);
      bySpec.put(pod.spec(), known);
    }
    return known;
  }

  private Resources resources(Pod pod) {
    return new PodResources(pod, dictionary, rules, ignoredDevices).toStart();
  }

  /** Ends a row of questions: specs of pods that are gone are not to be held. */
  public void forget() {
    bySpec.clear();
  }
}
