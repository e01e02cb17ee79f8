package io.merapi.kube.plugins.nodeports;

import io.merapi.api.framework.Reason;
import io.merapi.api.node.HostPorts;
import io.merapi.api.pod.HostPort;
import java.util.ArrayList;
import java.util.List;

/** Ports that the pod wants are taken by pods of the node. */
record PortsTaken(List<HostPort> wanted, HostPorts used) implements Reason {

  @Override
  public String code() {
    return "NodePortsTaken";
  }

  @Override
  public String summary() {
    return "node(s) didn't have free ports for the requested pod ports";
  }

  @Override
  public String detail() {
    var conflicts = new ArrayList<String>();
    for (HostPort port : wanted) {
      for (HostPort taken : used.taken()) {
        if (taken.conflictsWith(port)) {
          conflicts.add("wants %s, %s is taken".formatted(text(port), text(taken)));
          break;
        }
      }
    }
    return String.join("; ", conflicts);
  }

  private static String text(HostPort port) {
    String address = port.ip().contains(":") ? "[" + port.ip() + "]" : port.ip();
    return "%s %s:%d".formatted(port.protocol(), address, port.port());
  }
}
