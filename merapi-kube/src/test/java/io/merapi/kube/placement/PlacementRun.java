package io.merapi.kube.placement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.configuration.EnabledPlugin;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.PluginExpansion;
import io.merapi.kube.configuration.PluginSet;
import io.merapi.kube.configuration.PluginSets;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginFactories;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SchedulerParts;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.plugins.DefaultPlugins;
import io.merapi.kube.plugins.InTreePlugin;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A random history of a cluster, in which every pod that comes is placed both ways; each step
 * asserts that they agree.
 */
final class PlacementRun {

  /** Plugins that look at the cluster, before those that look at a node. */
  private static final PluginSets CLUSTER_FIRST =
      new PluginSets(
          PluginSet.EMPTY,
          Map.of(
              ExtensionPoint.FILTER,
              new PluginSet(
                  List.of(
                      EnabledPlugin.of("InterPodAffinity"), EnabledPlugin.of("PodTopologySpread")),
                  List.of())));

  private static final PluginSets WITH_MOODY =
      new PluginSets(new PluginSet(List.of(EnabledPlugin.of(Moody.NAME)), List.of()), Map.of());

  /** So many that some nodes are full and others are not. */
  private static final int PODS_PER_NODE = 4;

  private final RandomWorkload workload;
  private final boolean moody;
  private final int nodes;
  private final ClusterState state;
  private final SchedulingProfile profile;
  private final Placement reference;
  private final Placement incremental;
  private final List<Pod> bound = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private final Map<String, Integer> kinds = new TreeMap<>();
  private int next;

  PlacementRun(long seed, int nodes, NodeSampling sampling, boolean clusterFirst, boolean moody) {
    this.workload = new RandomWorkload(seed);
    this.moody = moody;
    this.nodes = nodes;
    FeatureGates gates = FeatureGates.DEFAULTS;
    var dictionary = new ResourceDictionary();
    this.state = new ClusterState(dictionary, PodRequests.Rules.of(gates), PodClassReads.ALL);
    this.profile =
        new SchedulingProfile(
            profile(gates, clusterFirst, moody),
            factories(),
            new ProfileContext(dictionary, gates, InstantSource.fixed(Instant.EPOCH)));
    var ties = new TieBreak(seed);
    this.reference = new ReferencePlacement(profile, sampling, new NodeRotation(), ties);
    this.incremental = new IncrementalPlacement(profile, sampling, new NodeRotation(), ties);
    for (int i = 0; i < nodes; i++) {
      apply(workload.node("node-" + i, moody));
    }
  }

  private static Profile profile(FeatureGates gates, boolean clusterFirst, boolean moody) {
    Profile plain = DefaultPlugins.profile(gates);
    PluginSets sets = DefaultPlugins.sets(gates);
    sets = clusterFirst ? CLUSTER_FIRST.over(sets) : sets;
    sets = moody ? WITH_MOODY.over(sets) : sets;
    var registry =
        InTreePlugin.registry()
            .with(Moody.NAME, Set.of(ExtensionPoint.FILTER, ExtensionPoint.SCORE));
    return new Profile(
        plain.schedulerName(),
        null,
        PluginExpansion.expand(plain.schedulerName(), sets, registry).plugins(),
        plain.arguments());
  }

  private static PluginFactories factories() {
    PluginFactories inTree = InTreePlugin.factories(SchedulerParts.forQuestions());
    return (name, profile, context) ->
        name.equals(Moody.NAME) ? new Moody() : inTree.make(name, profile, context);
  }

  /** What was decided, in order. */
  List<String> log() {
    return log;
  }

  /** How often each kind of outcome came. */
  Map<String, Integer> kinds() {
    return kinds;
  }

  PlacementRun steps(int count) {
    for (int i = 0; i < count; i++) {
      step(workload.below(20));
    }
    return this;
  }

  /** Steps in which no node changes but in its pods. */
  PlacementRun calmSteps(int count) {
    for (int i = 0; i < count; i++) {
      step(3 + workload.below(17));
    }
    return this;
  }

  private void step(int kind) {
    switch (kind) {
      case 0, 1 -> apply(workload.node(anyNode(), moody));
      case 2 -> delete(workload.node(anyNode(), moody));
      case 3 -> {
        // Rarely: where a service selects pods, they are spread, and nothing is remembered.
        ClusterObject service = workload.service();
        if (workload.oneIn(6)) {
          apply(service);
        } else {
          delete(service);
        }
      }
      case 4, 5, 6, 7 -> depart();
      default -> {
        if (bound.size() > PODS_PER_NODE * nodes) {
          depart();
        }
        arrive();
      }
    }
  }

  private void depart() {
    if (!bound.isEmpty()) {
      delete(bound.remove(workload.below(bound.size())));
    }
  }

  private String anyNode() {
    return "node-" + workload.below(nodes);
  }

  private void arrive() {
    String name = "pod-" + next++;
    Pod pod = workload.oneIn(12) ? workload.nominated(name, anyNode()) : workload.pod(name).build();
    apply(pod);
    Nominations nominations = workload.oneIn(6) ? nominations() : Nominations.NONE;
    Snapshot snapshot = state.snapshot();
    PodInfo info = requireNonNull(snapshot.pod(pod.key()));
    PlacementOutcome wanted =
        reference.place(profile.attempt(info, new SnapshotView(snapshot)), nominations);
    PlacementOutcome found =
        incremental.place(profile.attempt(info, new SnapshotView(snapshot)), nominations);
    assertThat(text(found)).as("%s after %s", name, log).isEqualTo(text(wanted));
    log.add(name + " " + text(found).getFirst());
    if (wanted instanceof PlacementOutcome.Placed placed
        && found instanceof PlacementOutcome.Placed same) {
      assertThat(placed.best()).containsAll(same.best());
      checkRange(placed.scores());
      count(same.feasibleNodes() == 1 ? "only" : same.scores() == null ? "remembered" : "scored");
      Pod there = pod.onNode(placed.node());
      apply(there);
      bound.add(there);
    } else {
      count(found.getClass().getSimpleName());
      delete(pod);
    }
  }

  private void count(String kind) {
    kinds.merge(kind, 1, Integer::sum);
  }

  private Nominations nominations() {
    String name = "nominated-" + next++;
    String node = anyNode();
    Pod pod = workload.nominated(name, node);
    apply(pod);
    PodInfo info = requireNonNull(state.snapshot().pod(pod.key()));
    delete(pod);
    return Nominations.of(Map.of(node, List.of(info)));
  }

  private void checkRange(@Nullable ScoreTable table) {
    if (table == null) {
      return;
    }
    for (int plugin = 0; plugin < table.plugins().size(); plugin++) {
      Map<String, Integer> weights = profile.configuration().plugins().scoreWeights();
      int weight = weights.getOrDefault(table.plugins().get(plugin), 1);
      for (int node = 0; node < table.nodes().size(); node++) {
        assertThat(table.weighted(node, plugin)).isBetween(0L, ScorePlugin.MAX_SCORE * weight);
      }
    }
  }

  /** All of an outcome that both ways must agree on. */
  private static List<String> text(PlacementOutcome outcome) {
    var text = new ArrayList<String>();
    switch (outcome) {
      case PlacementOutcome.Placed placed ->
          text.add(
              "on %s with %d, %d of %d"
                  .formatted(
                      placed.node(),
                      placed.total(),
                      placed.feasibleNodes(),
                      placed.evaluatedNodes()));
      case PlacementOutcome.Unfit(FitError error) -> {
        text.add(error.message(""));
        text.add(error.nodes() + " " + error.diagnosis().unschedulablePlugins());
        text.add(error.diagnosis().others().code() + error.diagnosis().others().texts());
        error
            .diagnosis()
            .nodes()
            .forEach((node, verdict) ->
                text.add(node + verdict.plugin() + verdict.verdict().code() + verdict.message()));
      }
      case PlacementOutcome.NoNodes _ -> text.add(PlacementOutcome.NoNodes.MESSAGE);
      case PlacementOutcome.Failed(String message) -> text.add("failed: " + message);
    }
    return text;
  }

  private void apply(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }

  private void delete(ClusterObject object) {
    state.apply(new ObjectEvent.Deleted(object));
  }
}
