package io.merapi.kube.plugins.noderesources;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.pod.PodSpec;
import io.merapi.api.pod.ResourceRequirements;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.ResourceList;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.ClusterState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A small cluster and what a plugin is given to look at it. */
public final class ResourceFixture {

  private final ClusterState state;
  private final ProfileContext context;

  public ResourceFixture() {
    this(FeatureGates.DEFAULTS);
  }

  public ResourceFixture(FeatureGates gates) {
    var dictionary = new ResourceDictionary();
    this.state = new ClusterState(dictionary, PodRequests.Rules.of(gates), PodClassReads.ALL);
    this.context = new ProfileContext(dictionary, gates, InstantSource.fixed(Instant.EPOCH));
  }

  public ResourceFixture with(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      state.apply(new ObjectEvent.Applied(object));
    }
    return this;
  }

  public ResourceFixture without(ClusterObject object) {
    state.apply(new ObjectEvent.Deleted(object));
    return this;
  }

  public ProfileContext context() {
    return context;
  }

  public ClusterView view() {
    return new SnapshotView(state.snapshot());
  }

  public NodeInfo node(String name) {
    return requireNonNull(state.snapshot().node(name), name);
  }

  /** A pod of the default namespace. */
  public PodInfo pod(String name) {
    return requireNonNull(state.snapshot().pod("default/" + name), name);
  }

  public List<PodInfo> pendingPods() {
    var pods = new ArrayList<PodInfo>();
    state
        .snapshot()
        .pods()
        .forEachValue(pod -> {
          if (!pod.pod().assigned() && !pod.pod().terminated()) {
            pods.add(pod);
          }
        });
    return pods;
  }

  /** The metadata of an object without a namespace. */
  public static ObjectMeta named(String name, @Nullable Instant created) {
    return new ObjectMeta(
        name, "", "", "", created, null, Labels.EMPTY, Labels.EMPTY, List.of(), List.of());
  }

  /** The spec with an amount stated for the pod as a whole. */
  public static PodSpec stating(PodSpec spec, String resource, String quantity) {
    var amounts = new ResourceList(Map.of(resource, Quantity.parse(quantity)));
    return new PodSpec(
        spec.schedulerName(),
        spec.priority(),
        spec.priorityClassName(),
        spec.preemptionPolicy(),
        spec.containers(),
        spec.initContainers(),
        spec.overhead(),
        new ResourceRequirements(amounts, ResourceList.EMPTY, List.of()),
        spec.nodeSelector(),
        spec.affinity(),
        spec.tolerations(),
        spec.topologySpreadConstraints(),
        spec.volumes(),
        spec.resourceClaims(),
        spec.schedulingGates(),
        spec.hostNetwork(),
        spec.hostUsers(),
        spec.restartPolicy(),
        spec.os());
  }
}
