package io.merapi.api.pod;

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

  /** Whether one node cannot give both: same protocol and port, and addresses that overlap. */
  public boolean conflictsWith(HostPort other) {
    return port == other.port
        && protocol.equals(other.protocol)
        && (ip.equals(other.ip) || ip.equals(ALL_ADDRESSES) || other.ip.equals(ALL_ADDRESSES));
  }
}
