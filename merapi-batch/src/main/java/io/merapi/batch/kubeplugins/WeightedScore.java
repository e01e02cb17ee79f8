package io.merapi.batch.kubeplugins;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.ScorePlugin.NodeScores;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.List;

/**
 * A wrapped plugin that scores nodes.
 *
 * @param label its name in texts
 * @param weight what final scores are multiplied with; may be negative
 */
public record WeightedScore(String label, ScorePlugin plugin, long weight) {

  public WeightedScore(ScorePlugin plugin, long weight) {
    this(plugin.name(), plugin, weight);
  }

  /** What the plugin has to say before it scores; a success where it has nothing to say. */
  public Verdict preScore(
      CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> nodes) {
    return plugin instanceof PreScorePlugin first
        ? first.preScore(state, pod, cluster, nodes)
        : Verdict.success();
  }

  /**
   * Scores nodes, brings the scores to one scale and adds them with their weight.
   *
   * @param nodes all nodes that the pod fits
   * @param totals in the order of the nodes
   * @throws ScoreException if a score cannot be given or is out of bounds; totals stay as they were
   */
  public void addTo(
      double[] totals, CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> nodes) {
    plugin.prepareScore(state, pod, cluster);
    var scores = new Scores(nodes);
    try {
      for (int i = 0; i < nodes.size(); i++) {
        scores.set(i, plugin.score(state, pod, nodes.get(i)));
      }
    } catch (ScoreException e) {
      throw new ScoreException("calculate %s priority failed %s".formatted(label, e.getMessage()));
    }
    plugin.normalize(state, pod, scores);
    for (int i = 0; i < nodes.size(); i++) {
      if (scores.get(i) < 0 || scores.get(i) > ScorePlugin.MAX_SCORE) {
        throw new ScoreException(
            "%s returns an invalid score %d for node %s"
                .formatted(label, scores.get(i), nodes.get(i).name()));
      }
    }
    for (int i = 0; i < nodes.size(); i++) {
      totals[i] += scores.get(i) * weight;
    }
  }

  /** The scores of nodes, in their order. */
  private static final class Scores implements NodeScores {

    private final List<NodeInfo> nodes;
    private final long[] values;

    Scores(List<NodeInfo> nodes) {
      this.nodes = nodes;
      this.values = new long[nodes.size()];
    }

    @Override
    public int size() {
      return values.length;
    }

    @Override
    public NodeInfo node(int index) {
      return nodes.get(index);
    }

    @Override
    public long get(int index) {
      return values[index];
    }

    @Override
    public void set(int index, long score) {
      values[index] = score;
    }
  }
}
