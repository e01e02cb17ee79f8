package io.merapi.api.pod;

import io.merapi.api.resource.ResourceList;
import java.util.List;

/**
 * What a container, or a pod as a whole, asks for.
 *
 * @param claims names of the pod's resource claims that the container uses
 */
public record ResourceRequirements(
    ResourceList requests, ResourceList limits, List<ContainerClaim> claims) {

  public static final ResourceRequirements NONE =
      new ResourceRequirements(ResourceList.EMPTY, ResourceList.EMPTY, List.of());

  public ResourceRequirements {
    claims = List.copyOf(claims);
  }

  /**
   * A use of one of the pod's resource claims.
   *
   * @param request one request of the claim, or empty for all of them
   */
  public record ContainerClaim(String name, String request) {}
}
