package io.merapi.kube.plugins.nodename;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import java.util.List;
import java.util.Set;

/** Rejects every node but the one that the pod's {@code spec.nodeName} names, if it names one. */
public final class NodeName implements FilterPlugin, EnqueueExtensions {

  public static final String NAME = "NodeName";

  private static final Verdict OTHER_NODE =
      Verdict.unresolvable(
          Reason.of("OtherNodeRequested", "node(s) didn't match the requested node name"));

  public NodeName(PluginContext context) {
    // The same constructor as other plugins have; the name needs nothing of the context.
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    Pod wanting = pod.pod();
    return !wanting.assigned() || wanting.nodeName().equals(node.name())
        ? Verdict.success()
        : OTHER_NODE;
  }

  /** The node that a pod names is no part of its class. */
  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return pod.pod().assigned() ? Dependence.CLUSTER : Dependence.NODE;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return List.of(Registration.of(ObjectKind.NODE, Set.of(ClusterAction.ADD)));
  }
}
