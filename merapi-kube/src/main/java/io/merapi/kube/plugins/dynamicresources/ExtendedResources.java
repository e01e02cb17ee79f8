package io.merapi.kube.plugins.dynamicresources;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.OwnerReference;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceNames;
import io.merapi.kube.plugins.noderesources.ExtendedResourceClasses;
import io.merapi.kube.state.AssumedObjects;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a pod asks for by extended resource and may be given as devices, and the claim that stands
 * for it.
 *
 * <p>A node may have such a resource itself; then it is not this plugin's business. So the requests
 * of the claim differ from node to node, and the claim is made only when the pod is bound. Until
 * then it has a name that no real claim can have.
 */
final class ExtendedResources {

  private static final String NAME_UNTIL_MADE = "<extended-resources>";
  private static final String ANNOTATION = "resource.kubernetes.io/extended-resource-claim";

  private final Pod pod;
  private final ResourceClaim claim;

  /** The resources asked for that devices may serve, with the class that does; null for none. */
  private final Map<String, @Nullable DeviceClass> classes;

  /** Most nodes serve the same resources with devices. */
  private final Map<Map<String, String>, OnNode> known = new ConcurrentHashMap<>();

  private ExtendedResources(
      Pod pod, ResourceClaim claim, Map<String, @Nullable DeviceClass> classes) {
    this.pod = pod;
    this.claim = claim;
    this.classes = classes;
  }

  /** What a pod asks for in this way; null where no class serves any of it. */
  static @Nullable ExtendedResources of(
      PodInfo info, ClusterView cluster, AssumedObjects assumed, PodRequests.Rules rules) {
    if (!areServed(info, cluster, rules)) {
      return null;
    }
    Pod pod = info.pod();
    var classes = new TreeMap<String, @Nullable DeviceClass>();
    requests(pod, rules)
        .forEach((resource, amount) -> {
          if (ResourceNames.isScalar(resource) && amount.value() != 0) {
            classes.put(resource, ExtendedResourceClasses.serving(resource, cluster));
          }
        });
    return new ExtendedResources(pod, claim(pod, cluster, assumed), classes);
  }

  /** Whether a class serves any of what a pod asks for. */
  static boolean areServed(PodInfo info, ClusterView cluster, PodRequests.Rules rules) {
    return info.requests().requests().scalarCount() > 0
        && requests(info.pod(), rules).keySet().stream()
            .anyMatch(resource -> ExtendedResourceClasses.serving(resource, cluster) != null);
  }

  private static Map<String, Quantity> requests(Pod pod, PodRequests.Rules rules) {
    var requests = new TreeMap<String, Quantity>();
    PodRequests.list(pod, rules.asSpecified())
        .amounts()
        .forEach((resource, amount) -> {
          if (ExtendedResourceClasses.mayServe(resource) && !amount.isZero()) {
            requests.put(resource, amount);
          }
        });
    return requests;
  }

  /** The claim that an earlier attempt has left, or one that is yet to be made. */
  private static ResourceClaim claim(Pod pod, ClusterView cluster, AssumedObjects assumed) {
    for (ClusterObject object : assumed.latest(cluster, ObjectKind.RESOURCE_CLAIM)) {
      boolean standsFor = object.meta().annotations().getOrDefault(ANNOTATION, "").equals("true");
      if (standsFor && isOwnedBy(object.meta(), pod)) {
        return (ResourceClaim) object;
      }
    }
    var owner = new OwnerReference("v1", "Pod", pod.name(), pod.meta().uid(), true);
    var meta =
        new ObjectMeta(
            NAME_UNTIL_MADE,
            pod.namespace(),
            NAME_UNTIL_MADE + " of " + pod.key() + " " + pod.meta().uid(),
            "",
            null,
            null,
            Labels.EMPTY,
            Labels.of(ANNOTATION, "true"),
            List.of(owner),
            List.of());
    return new ResourceClaim(meta, List.of(), List.of(), null, List.of(), List.of());
  }

  private static boolean isOwnedBy(ObjectMeta meta, Pod pod) {
    return meta.owners().stream()
        .anyMatch(owner ->
            owner.controller()
                && owner.name().equals(pod.name())
                && owner.uid().equals(pod.meta().uid()));
  }

  ResourceClaim claim() {
    return claim;
  }

  /** Whether an earlier attempt has left the claim behind. */
  boolean isLeftBehind() {
    return !claim.requests().isEmpty();
  }

  static boolean isYetToBeMade(ResourceClaim claim) {
    return claim.name().equals(NAME_UNTIL_MADE);
  }

  /** The claim as it is to be made: the cluster completes its name. */
  ResourceClaim toBeMade(ResourceClaim onNode) {
    ObjectMeta meta = onNode.meta();
    return onNode.withMeta(
        new ObjectMeta(
            pod.name() + "-extended-resources-",
            meta.namespace(),
            "",
            "",
            null,
            null,
            meta.labels(),
            meta.annotations(),
            meta.owners(),
            List.of()));
  }

  /** What a node must serve with devices; null where it lacks a resource that no class serves. */
  @Nullable OnNode on(NodeInfo node, ResourceDictionary dictionary) {
    var served = new TreeMap<String, String>();
    for (var entry : classes.entrySet()) {
      String resource = entry.getKey();
      DeviceClass serving = entry.getValue();
      int id = dictionary.find(resource);
      long allocatable = id < 0 ? 0 : node.allocatable().get(id);
      if (serving != null && allocatable == 0) {
        served.put(resource, serving.name());
      } else if (id < 0 || !node.allocatable().hasScalar(id)) {
        return null;
      }
    }
    return known.computeIfAbsent(
        served,
        classOf -> {
          ExtendedRequests requests = ExtendedRequests.of(pod.spec(), classOf);
          return new OnNode(claim.withRequests(requests.requests()), requests, !classOf.isEmpty());
        });
  }

  /**
   * The claim for one node.
   *
   * @param needsDevices whether the node has some resource only as devices
   */
  record OnNode(ResourceClaim claim, ExtendedRequests requests, boolean needsDevices) {}
}
