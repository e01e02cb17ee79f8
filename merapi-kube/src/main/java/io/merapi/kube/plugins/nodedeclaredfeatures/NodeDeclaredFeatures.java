package io.merapi.kube.plugins.nodedeclaredfeatures;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGate;
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
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import java.util.List;
import java.util.Set;

/**
 * Rejects nodes that do not declare a feature that the pod needs.
 *
 * <p>Without the gate of its name the plugin has no part in any pod.
 */
public final class NodeDeclaredFeatures
    implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {

  public static final String NAME = "NodeDeclaredFeatures";

  private final boolean enabled;
  private final CycleKey<NeededFeatures> neededFeatures;

  public NodeDeclaredFeatures(PluginContext context) {
    this.enabled = context.gates().enabled(FeatureGate.NODE_DECLARED_FEATURES);
    this.neededFeatures = context.cycleKey("PreFilter" + NAME, NeededFeatures.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
    NeededFeatures needed = NeededFeatures.of(pod.podClass().spec());
    if (!enabled || needed.isEmpty()) {
      return PreFilterResult.SKIP;
    }
    state.put(neededFeatures, needed);
    return PreFilterResult.ALL_NODES;
  }

  @Override
  public boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
    return true;
  }

  @Override
  public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
    if (!enabled) {
      return Verdict.success();
    }
    NeededFeatures needed = state.get(neededFeatures);
    if (needed == null) {
      // Upstream words this one otherwise than most plugins do.
      return Verdict.error(
          "error reading \"%s\" from cycle-state: not found".formatted(neededFeatures.name()));
    }
    List<String> declared = requireNonNull(node.node()).declaredFeatures();
    return needed.areDeclaredBy(declared)
        ? Verdict.success()
        : Verdict.unresolvable(new MissingFeatures(needed, declared));
  }

  @Override
  public Dependence filterDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.NODE;
  }

  @Override
  public List<Registration> eventsToRegister() {
    return enabled
        ? List.of(
            Registration.of(
                ObjectKind.NODE,
                Set.of(ClusterAction.ADD, ClusterAction.UPDATE_NODE_DECLARED_FEATURE),
                (_, change, _) -> changesFeatures(change)),
            Registration.of(
                ObjectKind.POD,
                ClusterAction.UPDATE,
                (pod, change, _) -> change.isOf(pod) && changesNeeds(change)))
        : List.of();
  }

  private static boolean changesFeatures(ObjectChange change) {
    return !(change.before() instanceof Node before)
        || !before.declaredFeatures().equals(((Node) change.latest()).declaredFeatures());
  }

  private static boolean changesNeeds(ObjectChange change) {
    return !(change.before() instanceof Pod before)
        || !NeededFeatures.of(before.spec())
            .equals(NeededFeatures.of(((Pod) change.latest()).spec()));
  }
}
