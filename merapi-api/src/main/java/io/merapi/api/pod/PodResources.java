package io.merapi.api.pod;

import io.merapi.api.pod.PodStatus.ContainerStatus;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.ResourceListSum;
import io.merapi.api.resource.ResourceNames;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import java.util.List;
import java.util.Set;

/**
 * What a pod asks for as Volcano counts it.
 *
 * <p>The shape is that of {@link PodRequests}, with three differences. Each container is rounded to
 * its unit before anything is summed. A running pod counts without its init containers, even those
 * that go on running. And in-place resize of the pod as a whole does not count. Upstream
 * counterpart: {@code pkg/scheduler/api/pod_info.go}.
 */
public final class PodResources {

  private final Pod pod;
  private final ResourceDictionary dictionary;
  private final PodRequests.Rules rules;
  private final Set<String> ignoredDevices;

  /**
   * The amounts of one pod.
   *
   * @param ignoredDevices scalars that device plugins of the scheduler account for themselves
   */
  public PodResources(
      Pod pod, ResourceDictionary dictionary, PodRequests.Rules rules, Set<String> ignoredDevices) {
    this.pod = pod;
    this.dictionary = dictionary;
    this.rules = rules;
    this.ignoredDevices = Set.copyOf(ignoredDevices);
  }

  /**
   * What a node must have free to start the pod, with one pod among the scalars; upstream's {@code
   * GetPodResourceRequest}, a task's {@code InitResreq}.
   */
  public Resources toStart() {
    var sum = new ResourcesSum(dictionary);
    addContainers(sum, Kind.REQUESTS);
    addInitContainers(sum, Kind.REQUESTS);
    sum.addTo(ResourceDictionary.PODS, 1);
    return amend(sum);
  }

  /**
   * What the pod takes once it runs; upstream's {@code GetPodResourceWithoutInitContainers}, a
   * task's {@code Resreq}.
   */
  public Resources running() {
    var sum = new ResourcesSum(dictionary);
    addContainers(sum, Kind.REQUESTS);
    return amend(sum);
  }

  /** The limits of the pod; upstream's {@code GetPodResourceLimit}. */
  public Resources limits() {
    var sum = new ResourcesSum(dictionary);
    addContainers(sum, Kind.LIMITS);
    addInitContainers(sum, Kind.LIMITS);
    sum.stateScalars();
    replaceByPodLevel(sum, Kind.LIMITS);
    // Overhead raises a limit that there is, but makes none where there was none.
    Resources overhead = resources(pod.spec().overhead());
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      raise(sum, id, overhead.get(id));
    }
    for (int i = 0; i < overhead.scalarCount(); i++) {
      raise(sum, overhead.scalarId(i), overhead.scalarValue(i));
    }
    return sum.toResources();
  }

  private static void raise(ResourcesSum sum, int id, double amount) {
    if (sum.get(id) != 0) {
      sum.addTo(id, amount);
    }
  }

  private Resources amend(ResourcesSum sum) {
    sum.stateScalars();
    replaceByPodLevel(sum, Kind.REQUESTS);
    return sum.add(resources(pod.spec().overhead())).toResources();
  }

  private void addContainers(ResourcesSum sum, Kind kind) {
    for (Container container : pod.spec().containers()) {
      sum.add(ofContainer(container, true, pod.status().containerStatuses(), kind));
    }
  }

  private void addInitContainers(ResourcesSum sum, Kind kind) {
    if (pod.spec().initContainers().isEmpty()) {
      return;
    }
    var sidecars = new ResourcesSum(dictionary);
    var startup = new ResourcesSum(dictionary);
    for (Container container : pod.spec().initContainers()) {
      boolean restartable = container.restartable();
      Resources own =
          ofContainer(container, restartable, pod.status().initContainerStatuses(), kind);
      if (restartable) {
        sum.add(own);
        startup.atLeast(sidecars.add(own).toResources());
      } else {
        startup.atLeast(own.plus(sidecars.toResources()));
      }
    }
    sum.atLeast(startup.toResources());
  }

  private Resources ofContainer(
      Container container, boolean resizable, List<ContainerStatus> statuses, Kind kind) {
    ResourceList wanted = kind.of(container.resources());
    if (rules.inPlaceResize() && resizable) {
      ContainerStatus status = EffectiveRequests.last(statuses, container.name());
      if (status != null && status.resources() != null) {
        return resources(duringResize(wanted, status.resources(), status, kind));
      }
    }
    return resources(wanted);
  }

  private ResourceList duringResize(
      ResourceList wanted, ResourceRequirements actual, ContainerStatus status, Kind kind) {
    var greatest = new ResourceListSum();
    if (kind == Kind.LIMITS) {
      return greatest.add(wanted).atLeast(actual.limits()).toList();
    }
    if (!EffectiveRequests.resizeInfeasible(pod)) {
      greatest.add(wanted);
    }
    return greatest.atLeast(actual.requests()).atLeast(status.allocatedResources()).toList();
  }

  private void replaceByPodLevel(ResourcesSum sum, Kind kind) {
    ResourceRequirements wholePod = pod.spec().resources();
    if (!rules.podLevelResources() || wholePod == null) {
      return;
    }
    ResourceList stated = kind.of(wholePod);
    Resources amounts = resources(stated);
    for (int i = 0; i < stated.size(); i++) {
      if (ResourceNames.mayBePodLevel(stated.name(i))) {
        int id = dictionary.index(stated.name(i));
        sum.set(id, amounts.get(id));
      }
    }
  }

  private Resources resources(ResourceList list) {
    return Resources.of(list, dictionary, ignoredDevices);
  }

  private enum Kind {
    REQUESTS,
    LIMITS;

    ResourceList of(ResourceRequirements requirements) {
      return this == REQUESTS ? requirements.requests() : requirements.limits();
    }
  }
}
