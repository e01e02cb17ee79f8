package io.merapi.kube.plugins.noderesourcesfit;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.EnqueueExtensions.Registration;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.kube.plugins.noderesources.ExtendedResourceClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Which changes of the cluster can make room for what a pod asks for. */
final class FitHints {

  private final PodRequests.Rules rules;
  private final boolean devices;
  private final ResourceDictionary dictionary;

  /**
   * @param devices whether device classes serve extended resources
   */
  FitHints(PodRequests.Rules rules, boolean devices, ResourceDictionary dictionary) {
    this.rules = rules;
    this.devices = devices;
    this.dictionary = dictionary;
  }

  List<Registration> registrations() {
    var registrations = new ArrayList<Registration>();
    registrations.add(
        Registration.of(
            ObjectKind.POD,
            rules.inPlaceResize()
                ? Set.of(ClusterAction.DELETE, ClusterAction.UPDATE_POD_SCALE_DOWN)
                : Set.of(ClusterAction.DELETE),
            (pod, change, _) -> frees(pod, change)));
    registrations.add(
        Registration.of(
            ObjectKind.NODE,
            Set.of(ClusterAction.ADD, ClusterAction.UPDATE_NODE_ALLOCATABLE),
            this::bringsNode));
    if (devices) {
      registrations.add(
          Registration.of(
              ObjectKind.DEVICE_CLASS,
              Set.of(ClusterAction.ADD, ClusterAction.UPDATE_OBJECT),
              (pod, change, _) -> serves(pod, change)));
    }
    return List.copyOf(registrations);
  }

  private boolean frees(PodInfo pod, ObjectChange change) {
    if (!(change.after() instanceof Pod after) || !(change.before() instanceof Pod before)) {
      Pod gone = (Pod) change.latest();
      return gone.assigned() || !gone.status().nominatedNodeName().isEmpty();
    }
    return change.isOf(pod) || (after.assigned() && shrinks(pod, before, after));
  }

  /** Whether the other pod takes less now of something that this one asks for. */
  private boolean shrinks(PodInfo pod, Pod before, Pod after) {
    ResourceAmounts wanted = amounts(pod.pod());
    ResourceAmounts was = amounts(before);
    ResourceAmounts is = amounts(after);
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.EPHEMERAL_STORAGE; id++) {
      if (wanted.get(id) != 0 && was.get(id) > is.get(id)) {
        return true;
      }
    }
    for (int i = 0; i < wanted.scalarCount(); i++) {
      int id = wanted.scalarId(i);
      if (wanted.scalarValue(i) != 0 && was.get(id) > is.get(id)) {
        return true;
      }
    }
    return false;
  }

  private ResourceAmounts amounts(Pod pod) {
    return ResourceAmounts.of(PodRequests.list(pod, rules), dictionary);
  }

  /**
   * Whether the node would take the pod if it were empty, and has more for it than it had.
   *
   * <p>As upstream has it, resources that the profile ignores are not ignored here.
   */
  private boolean bringsNode(PodInfo pod, ObjectChange change, ClusterView cluster) {
    PodDemand demand =
        PodDemand.of(
            ResourceAmounts.of(specified(pod), dictionary),
            _ -> false,
            resource -> devices && ExtendedResourceClasses.serving(resource, cluster) != null);
    NodeInfo after = empty((Node) change.latest());
    if (!demand.judge(after).isSuccess()) {
      return false;
    }
    return !(change.before() instanceof Node before)
        || demand.mayGain(empty(before).allocatable(), after.allocatable());
  }

  private NodeInfo empty(Node node) {
    return NodeInfo.named(node.name(), dictionary).with(node, 0, 1);
  }

  /** Whether a class has come to serve a resource that the pod asks for. */
  private boolean serves(PodInfo pod, ObjectChange change) {
    var after = (DeviceClass) change.latest();
    String resource = Objects.requireNonNullElse(after.extendedResourceName(), "");
    ResourceList wanted = specified(pod);
    if (change.before() instanceof DeviceClass before) {
      return !resource.equals(Objects.requireNonNullElse(before.extendedResourceName(), ""))
          && wanted.get(resource) != null;
    }
    return wanted.get(WellKnownKeys.DEVICE_CLASS_RESOURCE_PREFIX + after.name()) != null
        || wanted.get(resource) != null;
  }

  private ResourceList specified(PodInfo pod) {
    return PodRequests.list(pod.pod(), rules.asSpecified());
  }
}
