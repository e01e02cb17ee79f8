package io.merapi.kube.plugins.schedulinggates;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreEnqueuePlugin;
import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import java.util.List;
import java.util.Set;

/** Keeps a pod out of the queue while its spec names scheduling gates. */
public final class SchedulingGates implements PreEnqueuePlugin, EnqueueExtensions {

  public static final String NAME = "SchedulingGates";

  private static final String CODE = "SchedulingGated";

  public SchedulingGates(PluginContext context) {
    // The same constructor as other plugins have; gates need nothing of the context.
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Verdict preEnqueue(PodInfo pod, ClusterView cluster) {
    List<String> gates = pod.podClass().spec().schedulingGates();
    return gates.isEmpty()
        ? Verdict.success()
        : Verdict.unresolvable(
            Reason.of(CODE, "waiting for scheduling gates: [" + String.join(" ", gates) + "]"));
  }

  @Override
  public List<Registration> eventsToRegister() {
    return List.of(
        Registration.of(
            ObjectKind.POD,
            Set.of(ClusterAction.UPDATE_POD_SCHEDULING_GATES_ELIMINATED),
            (pod, change, _) -> change.isOf(pod)));
  }
}
