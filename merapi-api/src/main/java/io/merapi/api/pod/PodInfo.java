package io.merapi.api.pod;

import java.util.List;

/**
 * A pod with what scheduling works out once: its key and its class, and through the class its
 * effective requests, ports and claims. Immutable; two are equal only if they are the same.
 *
 * <p>Upstream counterpart: {@code framework.PodInfo}.
 */
public final class PodInfo {

  private final Pod pod;
  private final String key;
  private final PodClass podClass;

  PodInfo(Pod pod, PodClass podClass) {
    this.pod = pod;
    this.key = pod.key();
    this.podClass = podClass;
  }

  public Pod pod() {
    return pod;
  }

  /** {@code namespace/name}. */
  public String key() {
    return key;
  }

  public PodClass podClass() {
    return podClass;
  }

  public PodRequests requests() {
    return podClass.requests();
  }

  public List<HostPort> hostPorts() {
    return podClass.hostPorts();
  }

  /** Keys of the claims that the spec names, without those made for the pod. */
  public List<String> claimKeys() {
    return podClass.claimKeys();
  }

  public boolean hasPodAffinity() {
    return podClass.hasPodAffinity();
  }

  public boolean hasRequiredPodAntiAffinity() {
    return podClass.hasRequiredPodAntiAffinity();
  }

  /** The same pod as if it were bound to a node; it stays in its class. */
  public PodInfo onNode(String node) {
    return moved(pod.onNode(node));
  }

  /**
   * The same pod on another node.
   *
   * @param now nothing but its node differs
   */
  public PodInfo moved(Pod now) {
    return new PodInfo(now, podClass);
  }

  @Override
  public String toString() {
    return key;
  }
}
