package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.EnqueueExtensions.Registration;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The changes after which a pod that waits for devices is worth another try. */
final class ClaimHints {

  private static final Set<ClusterAction> ADDED_OR_UPDATED =
      Set.of(ClusterAction.ADD, ClusterAction.UPDATE_OBJECT);

  private final ClaimLookup lookup;

  ClaimHints(ClaimLookup lookup) {
    this.lookup = lookup;
  }

  List<Registration> registrations() {
    return List.of(
        Registration.of(
            ObjectKind.NODE,
            Set.of(
                ClusterAction.ADD,
                ClusterAction.UPDATE_NODE_LABEL,
                ClusterAction.UPDATE_NODE_ALLOCATABLE)),
        Registration.of(ObjectKind.RESOURCE_CLAIM, ADDED_OR_UPDATED, this::claimMayHelp),
        Registration.of(
            ObjectKind.POD,
            Set.of(ClusterAction.UPDATE_POD_GENERATED_RESOURCE_CLAIM),
            this::podMayHelp),
        Registration.of(ObjectKind.DEVICE_CLASS, ADDED_OR_UPDATED),
        Registration.of(ObjectKind.RESOURCE_SLICE, ADDED_OR_UPDATED));
  }

  /** A claim that gave its devices back helps any pod; otherwise only a pod's own claims matter. */
  private boolean claimMayHelp(PodInfo pod, ObjectChange change, ClusterView cluster) {
    ClaimLookup.Found found = lookup.of(pod.pod(), cluster);
    if (!found.complete()) {
      return false;
    }
    var before = (ResourceClaim) change.before();
    var after = (ResourceClaim) change.latest();
    if (before != null && before.allocation() != null && after.allocation() == null) {
      return true;
    }
    if (found.claims().stream().noneMatch(claim -> isSame(claim, after))) {
      return false;
    }
    return before == null || statusDiffers(before, after);
  }

  /** The pod itself was told which claims were made for it. */
  private boolean podMayHelp(PodInfo pod, ObjectChange change, ClusterView cluster) {
    return change.isOf(pod) && lookup.of((Pod) change.latest(), cluster).complete();
  }

  private static boolean isSame(ResourceClaim one, ResourceClaim other) {
    return one.key().equals(other.key()) && one.meta().uid().equals(other.meta().uid());
  }

  private static boolean statusDiffers(ResourceClaim one, ResourceClaim other) {
    return !Objects.equals(one.allocation(), other.allocation())
        || !one.reservedFor().equals(other.reservedFor())
        || !one.devices().equals(other.devices());
  }
}
