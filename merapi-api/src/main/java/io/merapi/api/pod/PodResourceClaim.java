package io.merapi.api.pod;

/**
 * A claim for devices that a pod refers to: by the claim's name, or by a template from which a
 * claim is made for the pod.
 *
 * @param name the name inside the pod
 * @param claimName empty where a template is named
 * @param templateName empty where a claim is named
 */
public record PodResourceClaim(String name, String claimName, String templateName) {

  PodResourceClaim withoutClaimName() {
    return new PodResourceClaim(name, "", templateName);
  }
}
