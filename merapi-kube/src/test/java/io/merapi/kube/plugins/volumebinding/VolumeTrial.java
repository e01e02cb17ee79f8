package io.merapi.kube.plugins.volumebinding;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.effects.LivePods;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.effects.VolumeWriter;
import io.merapi.kube.effects.Waiting;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterState;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A small cluster with storage, and the plugin called as a scheduling cycle calls it. */
final class VolumeTrial implements VolumeWriter, Waiting {

  final AssumedObjects assumed = new AssumedObjects();

  /** What was written, in order; an entry per write that the cluster took. */
  final List<ClusterObject> written = new ArrayList<>();

  /** By key of the object, why the cluster does not take its next write. */
  final Map<String, String> refusals = new LinkedHashMap<>();

  /** How long the plugin is willing to wait; absent while it does not. */
  @Nullable Duration patience;

  private final ClusterState cluster = ClusterState.withDefaults();
  private final ProfileContext context;
  private final VolumeBinding plugin;
  private final CompletableFuture<Verdict> waiting = new CompletableFuture<>();
  private @Nullable Function<ClusterView, @Nullable Verdict> look;
  private @Nullable Verdict tooLate;

  VolumeTrial() {
    this(FeatureGates.DEFAULTS, VolumeBindingArgs.DEFAULTS);
  }

  VolumeTrial(FeatureGates gates, VolumeBindingArgs args) {
    Effects refused = Effects.refused();
    var effects =
        new Effects(
            refused.binder(), this, refused.claims(), refused.evictor(), refused.reporter());
    context =
        new ProfileContext(new ResourceDictionary(), gates, InstantSource.fixed(Instant.EPOCH));
    plugin =
        new VolumeBinding(
            args, new SchedulerParts(effects, assumed, this, LivePods.NONE, List.of(), 0), context);
  }

  VolumeTrial with(NodeBuilder node) {
    return with(node.build());
  }

  VolumeTrial with(Storage.Volume volume) {
    return with(volume.build());
  }

  VolumeTrial with(Storage.Claim claim) {
    return with(claim.build());
  }

  /** An object comes or changes; whoever waits looks at the cluster again. */
  VolumeTrial with(ClusterObject object) {
    return apply(new ObjectEvent.Applied(object));
  }

  VolumeTrial without(ClusterObject object) {
    return apply(new ObjectEvent.Deleted(object));
  }

  private VolumeTrial apply(ObjectEvent event) {
    cluster.apply(event);
    lookAgain();
    return this;
  }

  ClusterView view() {
    return new SnapshotView(cluster.snapshot());
  }

  /** Begins to schedule a pod: it enters the cluster and the pre-filter runs. */
  Attempt schedule(PodBuilder pod) {
    with(pod.build());
    return new Attempt(requireNonNull(cluster.snapshot().pod(pod.build().key())), view());
  }

  @Override
  public CompletionStage<Outcome> update(PersistentVolume volume) {
    return write(volume);
  }

  @Override
  public CompletionStage<Outcome> update(PersistentVolumeClaim claim) {
    return write(claim);
  }

  private CompletionStage<Outcome> write(ClusterObject object) {
    String refusal = refusals.remove(object.key());
    if (refusal != null) {
      return Outcome.failed(refusal);
    }
    written.add(object);
    return Outcome.done();
  }

  @Override
  public CompletionStage<Verdict> until(
      Function<ClusterView, @Nullable Verdict> newLook, Duration atMost, Verdict late) {
    look = newLook;
    patience = atMost;
    tooLate = late;
    lookAgain();
    return waiting;
  }

  private void lookAgain() {
    Function<ClusterView, @Nullable Verdict> current = look;
    Verdict verdict = current == null ? null : current.apply(view());
    if (verdict != null) {
      waiting.complete(verdict);
    }
  }

  void runOutOfTime() {
    waiting.complete(requireNonNull(tooLate));
  }

  /** One attempt to schedule a pod. */
  final class Attempt {

    private final PodInfo pod;
    private final ClusterView view;
    private final CycleState state = context.newState();
    private final Verdict preFilter;

    private Attempt(PodInfo pod, ClusterView view) {
      this.pod = pod;
      this.view = view;
      this.preFilter = plugin.preFilter(state, pod, view).verdict();
    }

    Verdict preFilter() {
      return preFilter;
    }

    Verdict filter(String node) {
      return plugin.filter(state, pod, requireNonNull(view.node(node), node));
    }

    /** By node, why it is rejected. */
    Map<String, List<String>> rejections() {
      var rejections = new TreeMap<String, List<String>>();
      for (NodeInfo node : view.nodes()) {
        Verdict verdict = plugin.filter(state, pod, node);
        if (!verdict.isSuccess()) {
          rejections.put(node.name(), verdict.texts());
        }
      }
      return rejections;
    }

    /** The names of the nodes that fit. */
    List<String> fitting() {
      return view.nodes().stream()
          .filter(node -> plugin.filter(state, pod, node).isSuccess())
          .map(NodeInfo::name)
          .sorted()
          .toList();
    }

    Verdict preScore() {
      return plugin.preScore(state, pod, view, view.nodes());
    }

    long score(String node) {
      return plugin.score(state, pod, requireNonNull(view.node(node), node));
    }

    Verdict reserve(String node) {
      return plugin.reserve(state, pod, node);
    }

    void unreserve(String node) {
      plugin.unreserve(state, pod, node);
    }

    CompletionStage<Verdict> preBind(String node) {
      return plugin.preBind(state, pod, node);
    }
  }
}
