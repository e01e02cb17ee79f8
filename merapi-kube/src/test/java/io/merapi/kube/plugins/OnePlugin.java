package io.merapi.kube.plugins;

import static java.util.Objects.requireNonNull;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
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
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.framework.ProfileContext;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.ClusterState;
import io.merapi.kube.state.Snapshot;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One plugin on a small cluster, called as a scheduling cycle calls it.
 *
 * @param <P> takes part in filtering and scoring
 */
public final class OnePlugin<
    P extends PreFilterPlugin & FilterPlugin & PreScorePlugin & ScorePlugin> {

  private final ProfileContext context;
  private final P plugin;
  private final ClusterState cluster;

  public OnePlugin(FeatureGates gates, Function<PluginContext, P> maker) {
    var dictionary = new ResourceDictionary();
    this.context = new ProfileContext(dictionary, gates, InstantSource.fixed(Instant.EPOCH));
    this.plugin = maker.apply(context);
    this.cluster = new ClusterState(dictionary, PodRequests.Rules.DEFAULT, PodClassReads.ALL);
  }

  public OnePlugin<P> with(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      cluster.apply(new ObjectEvent.Applied(object));
    }
    return this;
  }

  public OnePlugin<P> without(ClusterObject object) {
    cluster.apply(new ObjectEvent.Deleted(object));
    return this;
  }

  /** The pod by itself, as a plugin is given it when it comes or goes in a dry run. */
  public PodInfo info(Pod pod) {
    return requireNonNull(cluster.snapshot().pod(pod.key()), pod.key());
  }

  public NodeInfo node(String name) {
    return requireNonNull(cluster.snapshot().node(name), name);
  }

  /** Begins to schedule a pod: it enters the cluster and the plugin's pre-filter runs. */
  public Attempt schedule(Pod pod) {
    with(pod);
    return new Attempt(pod);
  }

  /** An attempt whose pre-filter and pre-score are switched off. */
  public Attempt scheduleUnprepared(Pod pod) {
    with(pod);
    Attempt attempt = new Attempt(pod);
    attempt.state = context.newState();
    return attempt;
  }

  /** One attempt to schedule a pod. */
  public final class Attempt {

    private final PodInfo pod;
    private final Snapshot snapshot;
    private final ClusterView view;
    private final Verdict preFilter;
    private CycleState state = context.newState();

    private Attempt(Pod pod) {
      this.snapshot = cluster.snapshot();
      this.pod = requireNonNull(snapshot.pod(pod.key()), pod.key());
      this.view = new SnapshotView(snapshot);
      this.preFilter = plugin.preFilter(state, this.pod, view).verdict();
    }

    public Verdict preFilter() {
      return preFilter;
    }

    public boolean skipped() {
      return preFilter.isSkip();
    }

    public Verdict filter(String nodeName) {
      return plugin.filter(state, pod, requireNonNull(snapshot.node(nodeName), nodeName));
    }

    /** By node, the status of those that are rejected; a skipped filter rejects none. */
    public Map<String, String> rejections() {
      var rejections = new TreeMap<String, String>();
      if (!skipped()) {
        for (NodeInfo node : view.nodes()) {
          Verdict verdict = plugin.filter(state, pod, node);
          if (!verdict.isSuccess()) {
            rejections.put(node.name(), verdict.code() + " " + verdict.texts());
          }
        }
      }
      return rejections;
    }

    /** The names of the nodes that fit. */
    public List<String> fitting() {
      var fitting = new ArrayList<String>();
      for (NodeInfo node : view.nodes()) {
        if (!rejections().containsKey(node.name())) {
          fitting.add(node.name());
        }
      }
      return fitting;
    }

    /** The same attempt on a copy of its state, for a dry run. */
    public Attempt copy() {
      Attempt copy = new Attempt(pod.pod());
      copy.state = state.copy();
      return copy;
    }

    public Verdict add(PodInfo added, NodeInfo node) {
      return plugin.addPod(state, pod, added, node);
    }

    public Verdict remove(PodInfo removed, NodeInfo node) {
      return plugin.removePod(state, pod, removed, node);
    }

    public Verdict preScore() {
      return plugin.preScore(state, pod, view, view.nodes());
    }

    /** The raw score of a node. */
    public long score(String nodeName) {
      return plugin.score(state, pod, requireNonNull(snapshot.node(nodeName), nodeName));
    }

    /** The raw scores of all nodes. */
    public Map<String, Long> rawScores() {
      var scores = new TreeMap<String, Long>();
      for (NodeInfo node : view.nodes()) {
        scores.put(node.name(), plugin.score(state, pod, node));
      }
      return scores;
    }

    /** The final scores of all nodes, as if all fitted. */
    public Map<String, Long> finalScores() {
      List<NodeInfo> nodes = view.nodes();
      long[] values = new long[nodes.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = plugin.score(state, pod, nodes.get(i));
      }
      plugin.normalize(state, pod, new ArrayScores(nodes, values));
      var scores = new TreeMap<String, Long>();
      for (int i = 0; i < values.length; i++) {
        scores.put(nodes.get(i).name(), values[i]);
      }
      return scores;
    }
  }
}
