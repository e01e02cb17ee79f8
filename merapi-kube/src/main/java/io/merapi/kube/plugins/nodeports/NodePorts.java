package io.merapi.kube.plugins.nodeports;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.HostPorts;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.HostPort;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import java.util.List;
import java.util.Set;

/** Rejects nodes on which a port that the pod wants of its host is taken. */
public final class NodePorts implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {

  public static final String NAME = "NodePorts";

  private final CycleKey<WantedPorts> wantedPorts;

  public NodePorts(PluginContext context) {
    this.wantedPorts = context.cycleKey("PreFilter" + NAME, WantedPorts.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    List<HostPort> wanted = pod.hostPorts();
    if (wanted.isEmpty()) {
      return PreFilterResult.SKIP;
    }
    state.put(wantedPorts, new WantedPorts(wanted));
    return PreFilterResult.ALL_NODES;
  }

  @Override
  public boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
    return true;
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    WantedPorts wanted = state.get(wantedPorts);
    if (wanted == null) {
      return Verdict.error(wantedPorts.missing());
    }
    List<HostPort> ports = wanted.ports;
    HostPorts used = node.usedPorts();
    for (int i = 0; i < ports.size(); i++) {
      if (used.conflictsWith(ports.get(i))) {
        return Verdict.unschedulable(new PortsTaken(ports, used));
      }
    }
    return Verdict.success();
  }

  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.NODE;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return List.of(
        Registration.of(
            ObjectKind.POD,
            Set.of(ClusterAction.DELETE),
            (pod, change, _) -> freesPort(pod, change)),
        Registration.of(ObjectKind.NODE, Set.of(ClusterAction.ADD)));
  }

  private static boolean freesPort(PodInfo pod, ObjectChange change) {
    Pod gone = (Pod) change.latest();
    if (!gone.assigned() && gone.status().nominatedNodeName().isEmpty()) {
      return false;
    }
    var freed = new HostPorts(HostPort.wantedBy(gone.spec()));
    return pod.hostPorts().stream().anyMatch(freed::conflictsWith);
  }

  /** What the pre-filter leaves for the filter. */
  private record WantedPorts(List<HostPort> ports) {}
}
