package io.merapi.api.pod;

import java.util.ArrayList;
import java.util.List;

/**
 * A port that a pod takes on its node.
 *
 * @param protocol {@code TCP} where the pod does not say
 * @param ip the address of the node; {@value #ALL_ADDRESSES} where the pod does not say
 */
public record HostPort(String protocol, String ip, int port) {

  /** The address that stands for all addresses of a node. */
  public static final String ALL_ADDRESSES = "0.0.0.0";

  public HostPort {
    if (protocol.isEmpty()) {
      protocol = "TCP";
    }
    if (ip.isEmpty()) {
      ip = ALL_ADDRESSES;
    }
  }

  /** The ports that a pod of this spec takes while it runs. */
  public static List<HostPort> wantedBy(PodSpec spec) {
    var ports = new ArrayList<HostPort>();
    for (Container container : spec.initContainers()) {
      // Other init containers have ended before the pod's ports are of interest.
      if (container.restartable()) {
        add(container, ports);
      }
    }
    for (Container container : spec.containers()) {
      add(container, ports);
    }
    return List.copyOf(ports);
  }

  private static void add(Container container, List<HostPort> ports) {
    for (ContainerPort port : container.ports()) {
      if (port.hostPort() > 0) {
        ports.add(new HostPort(port.protocol(), port.hostIp(), port.hostPort()));
      }
    }
  }

  /** Whether one node cannot give both: same protocol and port, and addresses that overlap. */
  public boolean conflictsWith(HostPort other) {
    return port == other.port
        && protocol.equals(other.protocol)
        && (ip.equals(other.ip) || ip.equals(ALL_ADDRESSES) || other.ip.equals(ALL_ADDRESSES));
  }
}
