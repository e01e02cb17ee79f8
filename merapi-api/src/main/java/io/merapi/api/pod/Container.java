package io.merapi.api.pod;

import java.util.List;

/**
 * A container or init container.
 *
 * @param restartPolicy {@code Always} makes an init container a sidecar, which runs beside the
 *     containers; empty where the object does not say
 * @param restartsAllContainers whether a rule for some exit codes restarts every container of the
 *     pod, a feature that the node must declare
 */
public record Container(
    String name,
    String image,
    ResourceRequirements resources,
    List<ContainerPort> ports,
    String restartPolicy,
    boolean restartsAllContainers) {

  public Container {
    ports = List.copyOf(ports);
  }

  /** Whether an init container goes on running beside the containers. */
  public boolean restartable() {
    return restartPolicy.equals("Always");
  }
}
