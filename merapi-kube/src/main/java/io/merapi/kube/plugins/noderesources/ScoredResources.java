package io.merapi.kube.plugins.noderesources;

import io.merapi.api.device.DeviceClass;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.resource.ResourceNames;
import io.merapi.kube.configuration.ResourceWeight;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resources that a plugin scores by, and how it counts what pods ask for; one per plugin.
 *
 * <p>Differs from upstream: the devices behind an extended resource are counted for classes without
 * selectors only; a resource that a class with selectors serves is left out of the score.
 */
public final class ScoredResources {

  /** The number of a resource that scheduling does not count. */
  private static final int NOT_COUNTED = -1;

  private final List<Scored> resources;
  private final PodRequests.Rules rules;
  private final Counting counting;
  private final boolean devices;

  /**
   * @param rules what an incoming pod's requests are
   */
  public ScoredResources(
      List<ResourceWeight> resources,
      PodRequests.Rules rules,
      Counting counting,
      PluginContext context) {
    this.resources = resources.stream().map(resource -> Scored.of(resource, context)).toList();
    this.rules = rules;
    this.counting = counting;
    this.devices = ExtendedResourceClasses.enabled(context.gates());
  }

  /**
   * What a pod asks for, and the devices behind it.
   *
   * @param nodes those that will be scored
   */
  public ScoredPod of(PodInfo pod, ClusterView cluster, List<NodeInfo> nodes) {
    long[] requests = requests(pod);
    var totals = new @Nullable DeviceTotals[requests.length];
    DeviceTotals counted = null;
    for (int i = 0; i < requests.length; i++) {
      if (requests[i] != 0 && mayComeFromDevices(i) && servedByAnyDevice(i, cluster)) {
        counted = counted == null ? new DeviceTotals(cluster, nodes) : counted;
        totals[i] = counted;
      }
    }
    return new ScoredPod(this, requests, totals);
  }

  /** Whether a pod's score depends on more than its node: on the slices and claims of devices. */
  public Dependence dependence(PodInfo pod, ClusterView cluster) {
    for (int i = 0; i < resources.size(); i++) {
      if (mayComeFromDevices(i)
          && pod.requests().requests().get(id(i)) != 0
          && servedByAnyDevice(i, cluster)) {
        return Dependence.CLUSTER;
      }
    }
    return Dependence.NODE;
  }

  int size() {
    return resources.size();
  }

  /** The number in the dictionary, negative for a resource that no node has. */
  int id(int index) {
    return resources.get(index).id;
  }

  long weight(int index) {
    return resources.get(index).weight;
  }

  boolean scalar(int index) {
    return resources.get(index).scalar;
  }

  Counting counting() {
    return counting;
  }

  private boolean mayComeFromDevices(int index) {
    return devices && resources.get(index).servable;
  }

  private boolean servedByAnyDevice(int index, ClusterView cluster) {
    DeviceClass serving = ExtendedResourceClasses.serving(resources.get(index).name, cluster);
    return serving != null
        && serving.selectors().stream().allMatch(selector -> selector.cel() == null);
  }

  private long[] requests(PodInfo pod) {
    ResourceList list = PodRequests.list(pod.pod(), rules, counting.forAbsent());
    var requests = new long[resources.size()];
    for (int i = 0; i < requests.length; i++) {
      String name = resources.get(i).name;
      Quantity amount = list.get(name);
      if (amount != null) {
        requests[i] = name.equals(ResourceNames.CPU) ? amount.milliValue() : amount.value();
      }
    }
    return requests;
  }

  /** What a container counts for that does not say how much cpu or memory it needs. */
  public enum Counting {
    /** Nothing. */
    AS_REQUESTED,
    /** A default, so that many such pods do not seem to weigh nothing. */
    WITH_DEFAULTS;

    private ResourceList forAbsent() {
      return this == WITH_DEFAULTS ? PodRequests.NON_ZERO_DEFAULTS : ResourceList.EMPTY;
    }
  }

  /**
   * One resource.
   *
   * @param servable whether device classes may serve it
   */
  private record Scored(String name, int id, long weight, boolean scalar, boolean servable) {

    static Scored of(ResourceWeight resource, PluginContext context) {
      String name = resource.name();
      boolean scalar = ResourceNames.isScalar(name);
      boolean counted =
          switch (name) {
            case ResourceNames.CPU, ResourceNames.MEMORY, ResourceNames.EPHEMERAL_STORAGE -> true;
            default -> scalar;
          };
      return new Scored(
          name,
          counted ? context.resources().index(name) : NOT_COUNTED,
          resource.weight(),
          scalar,
          ExtendedResourceClasses.mayServe(name));
    }
  }
}
