package io.merapi.kube.placement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.Node;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.ClusterContents;
import io.merapi.kube.state.ClusterState;
import io.merapi.testkit.RandomWorkload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

  /** As the one before, but it is made to tell all that it remembers. */
  private final IncrementalPlacement telling;

  private final List<Node> nodes = new ArrayList<>();
  private final List<Pod> bound = new ArrayList<>();
  private final List<Pod> waiting = new ArrayList<>();

  /** Immutable lists: one that has not changed is the same object. */
  private final Map<String, List<PodInfo>> nominatedByNode = new LinkedHashMap<>();

  private final List<List<String>> log = new ArrayList<>();
  private final Map<String, Integer> kinds = new TreeMap<>();
  private int next;

  PlacementRun(PlacementSetup setup) {
    this.setup = setup;
    this.workload = new RandomWorkload(setup.seed(), new Random(setup.seed()), setup.social());
    var dictionary = new ResourceDictionary();
    this.state =
        new ClusterState(
            dictionary, PodRequests.Rules.of(FeatureGates.DEFAULTS), PodClassReads.ALL);
    this.profile = setup.profile(dictionary);
    this.reference = setup.reference(profile);
    this.incremental = setup.incremental(profile);
    this.telling = setup.incremental(profile);
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
      case 5 -> terminate();
      case 6, 7, 8, 9 -> depart();
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
      nodes.set(place, changed(nodes.get(place)));
      apply(nodes.get(place));
    }
  }

  /** The node with one thing about it as if it had been made anew, and maybe in another mood. */
  private Node changed(Node node) {
    return workload.oneIn(5) ? inSomeMood(node) : workload.changed(node);
  }

  /** The node, where plugins may fail one on which they do now and then. */
  private Node inSomeMood(Node node) {
    if (!setup.moody()) {
      return node;
    }
    var labels = new TreeMap<>(node.meta().labels().toMap());
    labels.remove(Moody.LABEL);
    if (workload.oneIn(8)) {
      labels.put(Moody.LABEL, Moody.MOODS.get(workload.below(Moody.MOODS.size())));
    }
    return new Node(
        node.meta().withLabels(Labels.of(labels)),
        node.unschedulable(),
        node.providerId(),
        node.taints(),
        node.allocatable(),
        node.capacity(),
        node.images(),
        node.conditions(),
        node.declaredFeatures());
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
      Node node = inSomeMood(workload.node(name));
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
      default -> {
        applyOrDelete(workload.service(), workload.oneIn(3));
        applyOrDelete(workload.replicaSet(), workload.oneIn(2));
      }
    }
  }

  private void applyOrDelete(ClusterObject object, boolean exists) {
    if (exists) {
      apply(object);
    } else {
      delete(object);
    }
  }

  /** Lets a pod begin to go: it stays on its node, but counts no longer for all purposes. */
  private void terminate() {
    if (!bound.isEmpty()) {
      int place = workload.below(bound.size());
      Pod pod = bound.get(place);
      bound.set(
          place,
          new Pod(
              pod.meta().withDeletion(Instant.EPOCH), pod.nodeName(), pod.spec(), pod.status()));
      apply(bound.get(place));
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
    changeNominations(pod);
    Nominations nominations =
        workload.oneIn(6) ? Nominations.NONE : Nominations.of(nominatedByNode);
    // What is changed in place between two looks must be noticed as well as what is copied.
    ClusterContents contents = workload.oneIn(4) ? state.snapshot() : state.present();
    PodInfo info = requireNonNull(contents.pod(pod.key()));
    PlacementOutcome wanted =
        reference.place(profile.attempt(info, new SnapshotView(contents)), nominations);
    PlacementOutcome found =
        incremental.place(profile.attempt(info, new SnapshotView(contents)), nominations);
    PlacementOutcome inFull =
        telling.placeInFull(profile.attempt(info, new SnapshotView(contents)), nominations);
    List<String> text = text(found, contents);
    assertThat(allOf(inFull, contents))
        .as("scores of %s", pod.key())
        .isEqualTo(allOf(wanted, contents));
    assertThat(text)
        .as("%s after %d others", pod.key(), log.size())
        .isEqualTo(text(wanted, contents));
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

  /** Nominations come, some of the pod itself that is to be placed, stand for a while and go. */
  private void changeNominations(Pod own) {
    if (workload.oneIn(8)) {
      String name = "nominated-" + next++;
      String node = anyNode();
      Pod pod = workload.oneIn(2) ? workload.claimant(name, node) : workload.nominated(name, node);
      apply(pod);
      nominate(pod, node);
      delete(pod);
    }
    if (workload.oneIn(8)) {
      nominatedByNode
          .values()
          .removeIf(pods -> pods.stream().anyMatch(pod -> pod.key().equals(own.key())));
      nominate(own, anyNode());
    }
    if (!nominatedByNode.isEmpty() && workload.oneIn(5)) {
      nominatedByNode.remove(nominatedByNode.keySet().iterator().next());
    }
  }

  private void nominate(Pod pod, String node) {
    var there = new ArrayList<>(nominatedByNode.getOrDefault(node, List.of()));
    there.add(requireNonNull(state.present().pod(pod.key())));
    nominatedByNode.put(node, List.copyOf(there));
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

  /** All of an outcome, also what takes a look at every node, in the order of names. */
  private static Map<String, List<String>> allOf(
      PlacementOutcome outcome, ClusterContents contents) {
    var all = new TreeMap<>(Map.of("", text(outcome, contents)));
    if (outcome instanceof PlacementOutcome.Placed placed) {
      all.put("best", placed.best().stream().sorted().toList());
      ScoreTable table = placed.scores();
      for (int node = 0; table != null && node < table.nodes().size(); node++) {
        all.put(table.nodes().get(node).name(), scores(table, node));
      }
    }
    return all;
  }

  private static List<String> scores(ScoreTable table, int node) {
    var scores = new ArrayList<String>();
    for (int plugin = 0; plugin < table.plugins().size(); plugin++) {
      String name = table.plugins().get(plugin);
      scores.add(name + " " + table.raw(node, plugin) + " " + table.weighted(node, plugin));
    }
    return scores;
  }

  /** All of an outcome that both ways must agree on. */
  private static List<String> text(PlacementOutcome outcome, ClusterContents contents) {
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
        contents.forEachNode(node -> {
          PluginVerdict verdict = error.diagnosis().nodes().of(node);
          text.add(
              verdict == null
                  ? node.name() + " was not looked at"
                  : node.name() + verdict.plugin() + verdict.verdict().code() + verdict.message());
        });
        var view = new SnapshotView(contents);
        text.add("evictions help on " + names(error.diagnosis().whereEvictionHelps(view)));
      }
      case PlacementOutcome.NoNodes _ -> text.add(PlacementOutcome.NoNodes.MESSAGE);
      case PlacementOutcome.Failed(String message) -> text.add("failed: " + message);
    }
    return text;
  }

  private static List<String> names(List<NodeInfo> nodes) {
    return nodes.stream().map(NodeInfo::name).toList();
  }

  private void apply(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }

  private void delete(ClusterObject object) {
    state.apply(new ObjectEvent.Deleted(object));
  }
}
