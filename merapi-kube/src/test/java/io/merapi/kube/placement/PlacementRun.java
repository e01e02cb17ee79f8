package io.merapi.kube.placement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A random history of a cluster, in which every pod that comes is placed both ways; each step
 * asserts that they agree.
 */
final class PlacementRun {

  /** So many that some nodes are full and others are not. */
  private static final int PODS_PER_NODE = 4;

  /** Pods that fit nowhere and are tried again later. */
  private static final int MOST_WAITING = 8;

  private final PlacementSetup setup;
  private final RandomWorkload workload;
  private final ClusterState state;
  private final SchedulingProfile profile;
  private final Placement reference;
  private final Placement incremental;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Pod> bound = new ArrayList<>();
  private final List<Pod> waiting = new ArrayList<>();
  private final List<List<String>> log = new ArrayList<>();
  private final Map<String, Integer> kinds = new TreeMap<>();
  private int next;

  PlacementRun(PlacementSetup setup) {
    this.setup = setup;
    this.workload = new RandomWorkload(setup.seed());
    var dictionary = new ResourceDictionary();
    this.state =
        new ClusterState(
            dictionary, PodRequests.Rules.of(FeatureGates.DEFAULTS), PodClassReads.ALL);
    this.profile = setup.profile(dictionary);
    this.reference = setup.reference(profile);
    this.incremental = setup.incremental(profile);
    while (nodes.size() < setup.nodes()) {
      addNode();
    }
  }

  /** What was decided, in order. */
  List<List<String>> log() {
    return log;
  }

  /** How often each kind of outcome came. */
  Map<String, Integer> kinds() {
    return kinds;
  }

  PlacementRun steps(int count) {
    for (int i = 0; i < count; i++) {
      step(workload.below(26));
    }
    return this;
  }

  /** Steps in which no node changes but in its pods. */
  PlacementRun calmSteps(int count) {
    for (int i = 0; i < count; i++) {
      step(3 + workload.below(23));
    }
    return this;
  }

  private void step(int kind) {
    switch (kind) {
      case 0, 1 -> changeNodes(workload.oneIn(4) ? setup.nodes() : 1);
      case 2 -> comeAndGo();
      case 3, 4 -> changeOtherObjects();
      case 5, 6, 7, 8, 9 -> depart();
      case 10, 11, 12 -> retry();
      default -> {
        if (bound.size() > PODS_PER_NODE * setup.nodes()) {
          depart();
        }
        arrive();
      }
    }
  }

  private void changeNodes(int count) {
    for (int i = 0; i < count && !nodes.isEmpty(); i++) {
      int place = workload.below(nodes.size());
      nodes.set(place, workload.changed(nodes.get(place), setup.moody()));
      apply(nodes.get(place));
    }
  }

  /**
   * Lets nodes go, a node come, or both at once: then the new one takes over an index. Now and then
   * half of the nodes go.
   */
  private void comeAndGo() {
    boolean many = workload.oneIn(6);
    boolean goes = many || nodes.size() >= setup.nodes() || workload.oneIn(4);
    for (int i = many ? nodes.size() / 2 : 1; goes && i > 0 && !nodes.isEmpty(); i--) {
      delete(nodes.remove(workload.below(nodes.size())));
    }
    if (!goes || workload.oneIn(2)) {
      addNode();
    }
  }

  /** Adds a node of a name that is free; pods may be bound to it from earlier times. */
  private void addNode() {
    String name = anyNode();
    if (nodes.stream().noneMatch(node -> node.name().equals(name))) {
      Node node = workload.node(name, setup.moody());
      nodes.add(node);
      apply(node);
    }
  }

  private String anyNode() {
    return "node-" + workload.below(2 * setup.nodes());
  }

  private void changeOtherObjects() {
    switch (workload.below(4)) {
      case 0, 1 -> apply(workload.namespace());
      case 2 -> applyOrDelete(workload.devices(), workload.oneIn(2));
      // Rarely: where a service selects pods, they are spread, and nothing is remembered.
      default -> applyOrDelete(workload.service(), workload.oneIn(6));
    }
  }

  private void applyOrDelete(ClusterObject object, boolean exists) {
    if (exists) {
      apply(object);
    } else {
      delete(object);
    }
  }

  private void depart() {
    if (!bound.isEmpty()) {
      delete(bound.remove(workload.below(bound.size())));
    }
  }

  private void retry() {
    if (!waiting.isEmpty()) {
      place(waiting.remove(workload.below(waiting.size())));
    }
  }

  private void arrive() {
    String name = "pod-" + next++;
    Pod pod = workload.oneIn(12) ? workload.nominated(name, anyNode()) : workload.pod(name).build();
    apply(pod);
    place(pod);
  }

  private void place(Pod pod) {
    Nominations nominations = workload.oneIn(6) ? nominations() : Nominations.NONE;
    Snapshot snapshot = state.snapshot();
    PodInfo info = requireNonNull(snapshot.pod(pod.key()));
    PlacementOutcome wanted =
        reference.place(profile.attempt(info, new SnapshotView(snapshot)), nominations);
    PlacementOutcome found =
        incremental.place(profile.attempt(info, new SnapshotView(snapshot)), nominations);
    List<String> text = text(found);
    assertThat(text).as("%s after %d others", pod.key(), log.size()).isEqualTo(text(wanted));
    text.addFirst(pod.key());
    log.add(text);
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
      waiting.add(pod);
      if (waiting.size() > MOST_WAITING) {
        delete(waiting.removeFirst());
      }
    }
  }

  private void count(String kind) {
    kinds.merge(kind, 1, Integer::sum);
  }

  private Nominations nominations() {
    String name = "nominated-" + next++;
    String node = anyNode();
    Pod pod = workload.oneIn(2) ? workload.claimant(name, node) : workload.nominated(name, node);
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
