package io.merapi.kube.queue;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Says what a change comes to, as far as scheduling tells such things apart.
 *
 * <p>Upstream counterpart: {@code PodSchedulingPropertiesChange} and {@code
 * NodeSchedulingPropertiesChange}.
 */
final class ChangeActions {

  private final PodRequests.Rules rules;
  private final boolean devices;
  private final boolean declaredFeatures;

  ChangeActions(FeatureGates gates) {
    this.rules = PodRequests.Rules.of(gates);
    this.devices = gates.enabled(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION);
    this.declaredFeatures = gates.enabled(FeatureGate.NODE_DECLARED_FEATURES);
  }

  /**
   * What happened to an object, in the order in which pods are told; empty where a node changed in
   * no way that matters.
   */
  List<ClusterAction> of(ObjectChange change) {
    if (change.before() == null) {
      return List.of(ClusterAction.ADD);
    }
    if (change.after() == null) {
      return List.of(ClusterAction.DELETE);
    }
    if (change.before() instanceof Pod before && change.after() instanceof Pod after) {
      return ofPod(before, after);
    }
    if (change.before() instanceof Node before && change.after() instanceof Node after) {
      return ofNode(before, after);
    }
    return List.of(ClusterAction.UPDATE_OBJECT);
  }

  private List<ClusterAction> ofPod(Pod before, Pod after) {
    var actions = new ArrayList<ClusterAction>();
    if (!before.meta().labels().equals(after.meta().labels())) {
      actions.add(ClusterAction.UPDATE_POD_LABEL);
    }
    if (scaledDown(before, after)) {
      actions.add(ClusterAction.UPDATE_POD_SCALE_DOWN);
    }
    if (!before.spec().schedulingGates().isEmpty() && after.spec().schedulingGates().isEmpty()) {
      actions.add(ClusterAction.UPDATE_POD_SCHEDULING_GATES_ELIMINATED);
    }
    // Tolerations can only be added, so their number tells.
    if (before.spec().tolerations().size() != after.spec().tolerations().size()) {
      actions.add(ClusterAction.UPDATE_POD_TOLERATION);
    }
    if (devices && claimsChanged(before, after)) {
      actions.add(ClusterAction.UPDATE_POD_GENERATED_RESOURCE_CLAIM);
    }
    if (actions.isEmpty()) {
      actions.add(ClusterAction.UPDATE_OBJECT);
    }
    return actions;
  }

  private boolean scaledDown(Pod before, Pod after) {
    if (before.spec().equals(after.spec()) && before.status().equals(after.status())) {
      return false;
    }
    ResourceList now = PodRequests.list(after, rules);
    for (Map.Entry<String, Quantity> was : PodRequests.list(before, rules).amounts().entrySet()) {
      Quantity is = now.get(was.getKey());
      if (is == null || was.getValue().milliValue() > is.milliValue()) {
        return true;
      }
    }
    return false;
  }

  private static boolean claimsChanged(Pod before, Pod after) {
    return !before.status().claimStatuses().equals(after.status().claimStatuses())
        || !Objects.equals(
            before.status().extendedResourceClaim(), after.status().extendedResourceClaim());
  }

  private List<ClusterAction> ofNode(Node before, Node after) {
    var actions = new ArrayList<ClusterAction>();
    boolean opened = before.unschedulable() && !after.unschedulable();
    if (opened) {
      actions.add(ClusterAction.UPDATE_NODE_TAINT);
    }
    if (!before.allocatable().equals(after.allocatable())) {
      actions.add(ClusterAction.UPDATE_NODE_ALLOCATABLE);
    }
    if (!before.meta().labels().equals(after.meta().labels())) {
      actions.add(ClusterAction.UPDATE_NODE_LABEL);
    }
    if (!opened && !before.taints().equals(after.taints())) {
      actions.add(ClusterAction.UPDATE_NODE_TAINT);
    }
    if (!conditions(before).equals(conditions(after))) {
      actions.add(ClusterAction.UPDATE_NODE_CONDITION);
    }
    if (!before.meta().annotations().equals(after.meta().annotations())) {
      actions.add(ClusterAction.UPDATE_NODE_ANNOTATION);
    }
    if (declaredFeatures && !before.declaredFeatures().equals(after.declaredFeatures())) {
      actions.add(ClusterAction.UPDATE_NODE_DECLARED_FEATURE);
    }
    return actions;
  }

  private static Map<String, String> conditions(Node node) {
    var statuses = new HashMap<String, String>();
    node.conditions().forEach(one -> statuses.put(one.type(), one.status()));
    return statuses;
  }
}
