package io.merapi.api.node;

import io.merapi.api.pod.HostPort;
import java.util.ArrayList;
import java.util.List;

/**
 * The ports that the pods of a node take; immutable.
 *
 * <p>Differs from upstream: a port that two pods took (which only binding by hand brings about)
 * stays taken until both are gone. Upstream's {@code HostPortInfo} is a set and frees it with the
 * first, so that its content depends on history.
 *
 * @param taken each port as often as it is taken, in the order of taking
 */
public record HostPorts(List<HostPort> taken) {

  public static final HostPorts NONE = new HostPorts(List.of());

  public HostPorts {
    taken = List.copyOf(taken);
  }

  public boolean conflictsWith(HostPort wanted) {
    for (HostPort port : taken) {
      if (port.conflictsWith(wanted)) {
        return true;
      }
    }
    return false;
  }

  HostPorts plus(List<HostPort> ports) {
    if (ports.isEmpty()) {
      return this;
    }
    var more = new ArrayList<>(taken);
    more.addAll(ports);
    return new HostPorts(more);
  }

  HostPorts minus(List<HostPort> ports) {
    if (ports.isEmpty()) {
      return this;
    }
    var rest = new ArrayList<>(taken);
    ports.forEach(rest::remove);
    return new HostPorts(rest);
  }
}
