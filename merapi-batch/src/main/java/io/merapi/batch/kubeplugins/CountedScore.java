package io.merapi.batch.kubeplugins;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin.NodeScores;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.BatchNodeOrder.CountedPart;
import io.merapi.batch.session.SessionCluster;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a wrapped plugin that counts over the cluster says of the pods of a class. */
final class CountedScore implements CountedPart {

  private final WeightedScore score;
  private final CycleKey<? extends ClusterCounts> key;
  private final CycleState state;
  private final PodInfo pod;
  private final SessionCluster cluster;
  private final KeptCounts kept;

  /**
   * @param key where the plugin leaves what it counts
   * @param state of the class, in which it may have counted
   */
  CountedScore(
      WeightedScore score,
      CycleKey<? extends ClusterCounts> key,
      CycleState state,
      PodInfo pod,
      SessionCluster cluster) {
    this.score = score;
    this.key = key;
    this.state = state;
    this.pod = pod;
    this.cluster = cluster;
    this.kept = new KeptCounts(List.of(key), state, cluster);
  }

  @Override
  public @Nullable ClusterCounts counts() {
    kept.follow();
    ClusterCounts counts = state.get(key);
    if (counts == null) {
      score.preScore(state, pod, cluster, List.of());
      counts = state.get(key);
    }
    return counts;
  }

  @Override
  public boolean prepare(List<NodeInfo> feasible) {
    Verdict before = score.preScore(state, pod, cluster, feasible);
    if (before.isSuccess()) {
      score.plugin().prepareScore(state, pod, cluster);
      return true;
    }
    if (before.isSkip()) {
      return false;
    }
    throw new ScoreException(String.join(", ", before.texts()));
  }

  @Override
  public long raw(SessionNode node) {
    return score.plugin().score(state, pod, cluster.nodeAt(node.index()));
  }

  @Override
  public void normalize(NodeScores scores) {
    score.plugin().normalize(state, pod, scores);
  }

  @Override
  public long weight() {
    return score.weight();
  }
}
