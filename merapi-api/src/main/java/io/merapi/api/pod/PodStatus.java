package io.merapi.api.pod;

import io.merapi.api.resource.ResourceList;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the cluster reports of a pod.
 *
 * @param nominatedNodeName the node where room is being made for the pod; empty for none
 * @param containerStatuses actual resources of containers that report them, for in-place resize
 * @param claimStatuses the claims made from the pod's templates
 * @param allocatedResources what the node has allocated to the pod as a whole
 * @param resources actual resources of the pod as a whole; absent where it has not reported them
 * @param qosClass {@code Guaranteed}, {@code Burstable} or {@code BestEffort}; empty where it has
 *     not been reported, which leaves it to be computed from the spec
 */
public record PodStatus(
    PodPhase phase,
    String nominatedNodeName,
    @Nullable Instant startTime,
    List<PodCondition> conditions,
    List<ContainerStatus> containerStatuses,
    List<ContainerStatus> initContainerStatuses,
    List<ClaimStatus> claimStatuses,
    @Nullable ExtendedResourceClaim extendedResourceClaim,
    ResourceList allocatedResources,
    @Nullable ResourceRequirements resources,
    String qosClass) {

  /** The status of a pod that nothing has been reported of. */
  public static final PodStatus UNREPORTED =
      new PodStatus(
          PodPhase.UNSET,
          "",
          null,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          null,
          ResourceList.EMPTY,
          null,
          "");

  public PodStatus {
    conditions = List.copyOf(conditions);
    containerStatuses = List.copyOf(containerStatuses);
    initContainerStatuses = List.copyOf(initContainerStatuses);
    claimStatuses = List.copyOf(claimStatuses);
  }

  /** A condition, with the reason that tells why it has its status. */
  public record PodCondition(
      String type,
      String status,
      String reason,
      String message,
      @Nullable Instant lastTransitionTime) {}

  /**
   * Resources of a container as they are on the node.
   *
   * @param resources absent where the node has not reported them
   */
  public record ContainerStatus(
      String name, ResourceList allocatedResources, @Nullable ResourceRequirements resources) {}

  /**
   * The claim made for one of the pod's templates.
   *
   * @param claimName absent when no claim was needed
   */
  public record ClaimStatus(String name, @Nullable String claimName) {}

  /** The claim that stands for extended resources served by devices. */
  public record ExtendedResourceClaim(String claimName, List<RequestMapping> mappings) {

    public ExtendedResourceClaim {
      mappings = List.copyOf(mappings);
    }
  }

  /** Which container's extended resource a request of that claim stands for. */
  public record RequestMapping(String containerName, String resourceName, String requestName) {}
}
