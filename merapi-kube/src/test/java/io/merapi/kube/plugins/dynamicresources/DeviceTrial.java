package io.merapi.kube.plugins.dynamicresources;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceSelector;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.devices.PendingAllocations;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.LivePods;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.framework.UnreadVerdicts;
import io.merapi.kube.plugins.ArrayScores;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterState;
import io.merapi.testkit.DeviceClaimBuilder;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.SliceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A cluster with devices, and the plugin as a scheduler calls it. */
final class DeviceTrial {

  final AssumedObjects assumed = new AssumedObjects();
  final PendingAllocations pending = new PendingAllocations();
  final ClusterState cluster;
  final ClusterClaims claims;
  final PatientWaiting waiting;
  final DynamicResources plugin;
  private final ProfileContext context;
  private Instant now = Instant.EPOCH;
  private Duration ticks = Duration.ZERO;

  DeviceTrial(FeatureGates gates, DynamicResourcesArgs args) {
    var dictionary = new ResourceDictionary();
    this.context = new ProfileContext(dictionary, gates, this::instant);
    this.cluster = new ClusterState(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
    this.claims = new ClusterClaims(this);
    this.waiting = new PatientWaiting(this);
    Effects refused = Effects.refused();
    var effects =
        new Effects(
            refused.binder(), refused.volumes(), claims, refused.evictor(), refused.reporter());
    var parts = new SchedulerParts(effects, assumed, pending, waiting, LivePods.NONE, List.of(), 0);
    this.plugin = new DynamicResources(args, parts, context);
    with(deviceClass("any", null));
  }

  /** With the class {@code any}, which takes every device. */
  static DeviceTrial trial() {
    return new DeviceTrial(FeatureGates.DEFAULTS, DynamicResourcesArgs.DEFAULTS);
  }

  static DeviceTrial trial(String gate, boolean on) {
    return new DeviceTrial(
        FeatureGates.of(Map.of(gate, on)).gates(), DynamicResourcesArgs.DEFAULTS);
  }

  static DeviceClass deviceClass(
      String name, @Nullable String extendedResource, String... expressions) {
    List<DeviceSelector> selectors =
        List.of(expressions).stream().map(DeviceSelector::new).toList();
    return new DeviceClass(ObjectMeta.named("", name), selectors, extendedResource);
  }

  DeviceTrial with(NodeBuilder... nodes) {
    for (NodeBuilder node : nodes) {
      with(node.build());
    }
    return this;
  }

  DeviceTrial with(SliceBuilder... slices) {
    for (SliceBuilder slice : slices) {
      with(slice.build());
    }
    return this;
  }

  DeviceTrial with(DeviceClaimBuilder... builders) {
    for (DeviceClaimBuilder claim : builders) {
      with(claim.build());
    }
    return this;
  }

  DeviceTrial with(ClusterObject object) {
    cluster.apply(new ObjectEvent.Applied(object));
    waiting.look();
    return this;
  }

  DeviceTrial without(ClusterObject object) {
    cluster.apply(new ObjectEvent.Deleted(object));
    waiting.look();
    return this;
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  /** Lets time pass with every look at the clock. */
  void ticking() {
    ticks = Duration.ofMillis(1);
  }

  private Instant instant() {
    now = now.plus(ticks);
    return now;
  }

  CycleState newState() {
    return context.newState();
  }

  NodeInfo node(String name) {
    return requireNonNull(view().node(name));
  }

  ClusterView view() {
    return new SnapshotView(cluster.snapshot());
  }

  ResourceClaim claim(String name) {
    return requireNonNull(find(name), name);
  }

  @Nullable ResourceClaim find(String name) {
    return cluster
        .snapshot()
        .object(ResourceClaim.class, ObjectKind.RESOURCE_CLAIM, "default/" + name);
  }

  PodInfo pod(PodBuilder pod) {
    Pod built = pod.build();
    with(built);
    return requireNonNull(cluster.snapshot().pod(built.key()));
  }

  /** Begins to schedule a pod. */
  Attempt schedule(PodBuilder pod) {
    return new Attempt(pod(pod));
  }

  /** One attempt to schedule a pod. */
  final class Attempt {

    final PodInfo pod;
    final CycleState state = context.newState();
    final Verdict preFilter;
    private final ClusterView view = view();

    private Attempt(PodInfo pod) {
      this.pod = pod;
      this.preFilter = plugin.preFilter(state, pod, view).verdict();
    }

    Verdict filter(String node) {
      return plugin.filter(state, pod, requireNonNull(view.node(node)));
    }

    /** The nodes that fit. */
    List<String> fitting() {
      return view.nodes().stream()
          .map(NodeInfo::name)
          .filter(node -> filter(node).isSuccess())
          .toList();
    }

    Verdict postFilter() {
      return plugin.postFilter(state, pod, view, new UnreadVerdicts(), new NoDryRun()).verdict();
    }

    /** The final scores of the nodes that fit. */
    Map<String, Long> scores() {
      List<NodeInfo> nodes =
          view.nodes().stream().filter(n -> filter(n.name()).isSuccess()).toList();
      long[] raw = nodes.stream().mapToLong(n -> plugin.score(state, pod, n)).toArray();
      plugin.normalize(state, pod, new ArrayScores(nodes, raw));
      var scores = new TreeMap<String, Long>();
      for (int i = 0; i < raw.length; i++) {
        scores.put(nodes.get(i).name(), raw[i]);
      }
      return scores;
    }

    Attempt reserve(String node) {
      Verdict fits = filter(node);
      Verdict verdict = fits.isSuccess() ? plugin.reserve(state, pod, node) : fits;
      if (!verdict.isSuccess()) {
        throw new AssertionError(verdict);
      }
      return this;
    }

    void unreserve(String node) {
      plugin.unreserve(state, pod, node);
    }

    CompletionStage<Verdict> preBind(String node) {
      return plugin.preBind(state, pod, node);
    }

    /** The verdict of a pre-bind that does not have to wait. */
    Verdict preBound(String node) {
      return preBind(node).toCompletableFuture().getNow(Verdict.skip());
    }
  }

  /** No post-filter of this plugin tries anything. */
  private record NoDryRun() implements DryRun {

    @Override
    public Trial on(NodeInfo node) {
      throw new AssertionError("nothing is tried");
    }

    @Override
    public List<PodInfo> nominatedTo(String nodeName) {
      return List.of();
    }
  }
}
