package io.merapi.api.pod;

import io.merapi.api.pod.PodStatus.ContainerStatus;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.ResourceListSum;
import io.merapi.api.resource.ResourceNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a pod asks for as a whole, as an exact list.
 *
 * <p>Containers run side by side, so they add up, together with the init containers that go on
 * running (sidecars). Each other init container runs alone but for the sidecars started before it;
 * the pod needs the greatest of these moments. An amount stated for the pod as a whole replaces
 * what its containers add up to, and overhead comes on top. While a container is being resized in
 * place the greatest of wanted, allocated and actual amounts counts, without the wanted one if the
 * node has found the resize infeasible. Upstream counterpart: {@code
 * k8s.io/component-helpers/resource.PodRequests}.
 */
final class EffectiveRequests {

  private final Pod pod;
  private final PodRequests.Rules rules;
  private final ResourceList forAbsent;

  /**
   * @param forAbsent what counts for each container that does not state an amount under these names
   */
  EffectiveRequests(Pod pod, PodRequests.Rules rules, ResourceList forAbsent) {
    this.pod = pod;
    this.rules = rules;
    this.forAbsent = forAbsent;
  }

  ResourceList list() {
    PodSpec spec = pod.spec();
    ResourceRequirements wholePod = spec.resources();
    boolean podLevel =
        rules.podLevelResources() && wholePod != null && statesPodLevel(wholePod.requests());
    if (!podLevel
        && spec.overhead().isEmpty()
        && spec.initContainers().isEmpty()
        && spec.containers().size() == 1) {
      return ofContainer(spec.containers().getFirst(), true);
    }
    var sum = new ResourceListSum();
    addContainers(sum);
    if (podLevel && wholePod != null) {
      replaceByPodLevel(sum, wholePod.requests());
    }
    return sum.add(spec.overhead()).toList();
  }

  /** Whether a list names a resource that may be stated for a pod as a whole. */
  static boolean statesPodLevel(ResourceList list) {
    for (int i = 0; i < list.size(); i++) {
      if (ResourceNames.mayBePodLevel(list.name(i))) {
        return true;
      }
    }
    return false;
  }

  private void addContainers(ResourceListSum sum) {
    for (Container container : pod.spec().containers()) {
      sum.add(ofContainer(container, true));
    }
    if (pod.spec().initContainers().isEmpty()) {
      return;
    }
    var sidecars = new ResourceListSum();
    var startup = new ResourceListSum();
    for (Container container : pod.spec().initContainers()) {
      boolean restartable = container.restartable();
      ResourceList own = ofContainer(container, restartable);
      if (restartable) {
        sum.add(own);
        startup.atLeast(sidecars.add(own).toList());
      } else {
        startup.atLeast(new ResourceListSum().add(own).add(sidecars.toList()).toList());
      }
    }
    sum.atLeast(startup.toList());
  }

  private ResourceList ofContainer(Container container, boolean resizable) {
    ResourceList requests = container.resources().requests();
    if (rules.inPlaceResize() && resizable) {
      ContainerStatus status = status(container.name());
      if (status != null && status.resources() != null) {
        requests =
            duringResize(requests, status.resources().requests(), status.allocatedResources());
      }
    }
    if (forAbsent.isEmpty()) {
      return requests;
    }
    var completed = new ResourceListSum().add(requests);
    for (int i = 0; i < forAbsent.size(); i++) {
      if (requests.get(forAbsent.name(i)) == null) {
        completed.put(forAbsent.name(i), forAbsent.amount(i));
      }
    }
    return completed.toList();
  }

  private void replaceByPodLevel(ResourceListSum sum, ResourceList wanted) {
    ResourceRequirements actual = pod.status().resources();
    boolean resizing = rules.inPlacePodLevelResize() && rules.inPlaceResize() && actual != null;
    ResourceList effective =
        resizing && actual != null
            ? duringResize(wanted, actual.requests(), pod.status().allocatedResources())
            : wanted;
    for (int i = 0; i < wanted.size(); i++) {
      String name = wanted.name(i);
      if (ResourceNames.mayBePodLevel(name)) {
        // A resize found infeasible leaves out the wanted amounts; what the node does not report
        // then counts as nothing.
        Quantity amount = effective.get(name);
        sum.put(name, amount == null ? Quantity.ZERO : amount);
      }
    }
  }

  private ResourceList duringResize(
      ResourceList wanted, ResourceList actual, ResourceList allocated) {
    ResourceListSum greatest = new ResourceListSum();
    if (!resizeInfeasible(pod)) {
      greatest.add(wanted);
    }
    return greatest.atLeast(actual).atLeast(allocated).toList();
  }

  /** Whether the first pending-resize condition says that the node cannot do it. */
  static boolean resizeInfeasible(Pod pod) {
    for (PodStatus.PodCondition condition : pod.status().conditions()) {
      if (condition.type().equals("PodResizePending")) {
        return condition.reason().equals("Infeasible");
      }
    }
    return false;
  }

  /** The last status under a name; those of init containers win over those of containers. */
  private @Nullable ContainerStatus status(String name) {
    ContainerStatus status = last(pod.status().initContainerStatuses(), name);
    return status != null ? status : last(pod.status().containerStatuses(), name);
  }

  static @Nullable ContainerStatus last(List<ContainerStatus> statuses, String name) {
    for (int i = statuses.size() - 1; i >= 0; i--) {
      if (statuses.get(i).name().equals(name)) {
        return statuses.get(i);
      }
    }
    return null;
  }
}
