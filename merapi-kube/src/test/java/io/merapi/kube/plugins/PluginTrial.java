package io.merapi.kube.plugins;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A small cluster, and one plugin asked about it as a cycle would ask it. */
public final class PluginTrial {

  private final ClusterState cluster = ClusterState.withDefaults();
  private final ProfileContext context;

  private PluginTrial(FeatureGates gates) {
    this.context =
        new ProfileContext(new ResourceDictionary(), gates, InstantSource.fixed(Instant.EPOCH));
  }

  public static PluginTrial trial() {
    return new PluginTrial(FeatureGates.DEFAULTS);
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

  private PluginTrial with(ClusterObject object) {
    cluster.apply(new ObjectEvent.Applied(object));
    return this;
  }

  /** What the plugin is to be made with. */
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
    return requireNonNull(cluster.snapshot().node(name));
  }

  /** The pod as a cycle gets it; it is in the cluster from now on. */
  public PodInfo info(PodBuilder pod) {
    with(pod);
    Snapshot snapshot = cluster.snapshot();
    return requireNonNull(snapshot.pod(pod.build().key()));
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
    return plugin.filter(state, info, node(nodeName));
  }

  /** The raw scores of all nodes by name, in the order of nodes. */
  public Map<String, Long> scores(ScorePlugin plugin, PodBuilder pod) {
    return scores(plugin, pod, false);
  }

  /** The normalised scores of all nodes by name, in the order of nodes. */
  public Map<String, Long> normalizedScores(ScorePlugin plugin, PodBuilder pod) {
    return scores(plugin, pod, true);
  }

  private Map<String, Long> scores(ScorePlugin plugin, PodBuilder pod, boolean normalized) {
    PodInfo info = info(pod);
    CycleState state = newState();
    List<NodeInfo> nodes = view().nodes();
    if (plugin instanceof PreScorePlugin first) {
      Verdict verdict = first.preScore(state, info, view(), nodes);
      if (!verdict.isSuccess()) {
        throw new AssertionError("pre-score answers " + verdict);
      }
    }
    plugin.prepareScore(state, info, view());
    long[] scores = nodes.stream().mapToLong(node -> plugin.score(state, info, node)).toArray();
    if (normalized) {
      plugin.normalize(state, info, new ArrayScores(nodes, scores));
    }
    var byName = new LinkedHashMap<String, Long>();
    for (int i = 0; i < scores.length; i++) {
      byName.put(nodes.get(i).name(), scores[i]);
    }
    return byName;
  }
}
