package io.merapi.kube.plugins;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.ClusterState;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A small cluster, and plugins asked about it as a cycle would ask them. */
public final class PluginTrial {

  private final ClusterState cluster;
  private final ProfileContext context;

  private PluginTrial(FeatureGates gates) {
    var dictionary = new ResourceDictionary();
    this.cluster = new ClusterState(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
    this.context = new ProfileContext(dictionary, gates, InstantSource.fixed(Instant.EPOCH));
  }

  public static PluginTrial trial() {
    return trial(FeatureGates.DEFAULTS);
  }

  public static PluginTrial trial(FeatureGates gates) {
    return new PluginTrial(gates);
  }

  /** With a gate set apart from its default. */
  public static PluginTrial trial(FeatureGate gate, boolean on) {
    return new PluginTrial(FeatureGates.of(Map.of(gate.key(), on)).gates());
  }

  public PluginTrial with(NodeBuilder node) {
    return with(node.build());
  }

  public PluginTrial with(PodBuilder pod) {
    return with(pod.build());
  }

  public PluginTrial with(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      cluster.apply(new ObjectEvent.Applied(object));
    }
    return this;
  }

  public PluginTrial without(ClusterObject object) {
    cluster.apply(new ObjectEvent.Deleted(object));
    return this;
  }

  /** What a plugin is to be made with. */
  public PluginContext context() {
    return context;
  }

  /** A state as at the beginning of an attempt. */
  public CycleState newState() {
    return context.newState();
  }

  public ClusterView view() {
    return new SnapshotView(cluster.snapshot());
  }

  public NodeInfo node(String name) {
    return requireNonNull(cluster.snapshot().node(name), name);
  }

  /** The pod as a cycle gets it; it is in the cluster from now on. */
  public PodInfo info(PodBuilder pod) {
    with(pod);
    return info(pod.build());
  }

  /** A pod that is in the cluster, as a cycle gets it. */
  public PodInfo info(Pod pod) {
    return requireNonNull(cluster.snapshot().pod(pod.key()), pod.key());
  }

  /** The verdict on a node, after the pre-filter if there is one. */
  public Verdict filter(FilterPlugin plugin, PodBuilder pod, String nodeName) {
    PodInfo info = info(pod);
    CycleState state = newState();
    if (plugin instanceof PreFilterPlugin first) {
      Verdict verdict = first.preFilter(state, info, view()).verdict();
      if (!verdict.isSuccess()) {
        return verdict;
      }
    }
    plugin.prepareFilter(state, info, view());
    return plugin.filter(state, info, node(nodeName));
  }

  /**
   * Whether a change wakes a pod that the plugin rejected.
   *
   * @param before null where the object has come
   * @param after null where the object has gone
   */
  public boolean wakes(
      EnqueueExtensions plugin,
      PodBuilder pod,
      ClusterAction action,
      @Nullable ClusterObject before,
      @Nullable ClusterObject after) {
    PodInfo info = info(pod);
    var change = new ObjectChange(before, after);
    return plugin.eventsToRegister().stream()
        .filter(events -> events.kind() == change.kind() && events.actions().contains(action))
        .anyMatch(events -> events.hint().mayHelp(info, change, view()));
  }

  /** The raw scores of all nodes by name. */
  public Map<String, Long> scores(ScorePlugin plugin, PodBuilder pod) {
    return scores(plugin, pod, false);
  }

  /** The normalised scores of all nodes by name. */
  public Map<String, Long> normalizedScores(ScorePlugin plugin, PodBuilder pod) {
    return scores(plugin, pod, true);
  }

  private Map<String, Long> scores(ScorePlugin plugin, PodBuilder pod, boolean normalized) {
    PodInfo info = info(pod);
    CycleState state = newState();
    if (plugin instanceof PreScorePlugin first) {
      Verdict verdict = first.preScore(state, info, view(), view().nodes());
      if (!verdict.isSuccess()) {
        throw new AssertionError("pre-score answers " + verdict);
      }
    }
    plugin.prepareScore(state, info, view());
    return scores(plugin, state, info, view(), normalized);
  }

  private static Map<String, Long> scores(
      ScorePlugin plugin, CycleState state, PodInfo pod, ClusterView view, boolean normalized) {
    List<NodeInfo> nodes = view.nodes();
    long[] scores = nodes.stream().mapToLong(node -> plugin.score(state, pod, node)).toArray();
    if (normalized) {
      plugin.normalize(state, pod, new ArrayScores(nodes, scores));
    }
    var byName = new TreeMap<String, Long>();
    for (int i = 0; i < scores.length; i++) {
      byName.put(nodes.get(i).name(), scores[i]);
    }
    return byName;
  }

  /** Begins to schedule a pod: it enters the cluster and the plugin's pre-filter runs. */
  public <P extends PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin> Attempt attempt(
      P plugin, Pod pod) {
    with(pod);
    CycleState state = newState();
    Verdict preFilter = plugin.preFilter(state, info(pod), view()).verdict();
    if (!preFilter.isSkip()) {
      plugin.prepareFilter(state, info(pod), view());
    }
    return new Attempt(plugin, plugin, plugin, plugin, info(pod), view(), state, preFilter);
  }

  /** An attempt whose pre-filter and pre-score are switched off. */
  public <P extends PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin>
      Attempt unprepared(P plugin, Pod pod) {
    with(pod);
    CycleState state = newState();
    plugin.prepareFilter(state, info(pod), view());
    return new Attempt(plugin, plugin, plugin, plugin, info(pod), view(), state, Verdict.success());
  }

  /** One attempt to schedule a pod by one plugin, which is all four of the first. */
  public record Attempt(
      PreFilterPlugin preFilters,
      FilterPlugin filters,
      PreScorePlugin preScores,
      ScorePlugin scores,
      PodInfo pod,
      ClusterView view,
      CycleState state,
      Verdict preFilter) {

    public boolean skipped() {
      return preFilter.isSkip();
    }

    public Verdict filter(String nodeName) {
      return filters.filter(state, pod, requireNonNull(view.node(nodeName), nodeName));
    }

    /** By node, the status of those that are rejected; a skipped filter rejects none. */
    public Map<String, String> rejections() {
      var rejections = new TreeMap<String, String>();
      if (!skipped()) {
        for (NodeInfo node : view.nodes()) {
          Verdict verdict = filters.filter(state, pod, node);
          if (!verdict.isSuccess()) {
            rejections.put(node.name(), verdict.code() + " " + verdict.texts());
          }
        }
      }
      return rejections;
    }

    /** The names of the nodes that fit. */
    public List<String> fitting() {
      Map<String, String> rejections = rejections();
      return view.nodes().stream()
          .map(NodeInfo::name)
          .filter(name -> !rejections.containsKey(name))
          .toList();
    }

    /** The same attempt on a copy of its state, for a dry run. */
    public Attempt copy() {
      return new Attempt(
          preFilters, filters, preScores, scores, pod, view, state.copy(), preFilter);
    }

    public Verdict add(PodInfo added, NodeInfo node) {
      return preFilters.addPod(state, pod, added, node);
    }

    public Verdict remove(PodInfo removed, NodeInfo node) {
      return preFilters.removePod(state, pod, removed, node);
    }

    public Verdict preScore() {
      return preScores.preScore(state, pod, view, view.nodes());
    }

    /** The raw score of a node. */
    public long score(String nodeName) {
      return scores.score(state, pod, requireNonNull(view.node(nodeName), nodeName));
    }

    /** The raw scores of all nodes. */
    public Map<String, Long> rawScores() {
      return PluginTrial.scores(scores, state, pod, view, false);
    }

    /** The final scores of all nodes, as if all fitted. */
    public Map<String, Long> finalScores() {
      return PluginTrial.scores(scores, state, pod, view, true);
    }
  }
}
