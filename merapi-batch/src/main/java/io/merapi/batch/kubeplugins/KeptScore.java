package io.merapi.batch.kubeplugins;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.batch.session.SessionCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a wrapped plugin says of one node and the pods of a class, for the engine to keep. */
public final class KeptScore implements ScorePart {

  private final WeightedScore score;
  private final Normalization normalization;
  private final CycleState state;
  private final PodInfo pod;
  private final SessionCluster cluster;

  private KeptScore(WeightedScore score, CycleState state, PodInfo pod, SessionCluster cluster) {
    this.score = score;
    this.normalization = score.plugin().normalization();
    this.state = state;
    this.pod = pod;
    this.cluster = cluster;
  }

  /**
   * The scores of a pod's class in parts; empty where one of them depends on more than its node,
   * its claims and what is counted for the class, or cannot be given.
   *
   * @param state where plugins keep what they work out for the class
   * @param lasting whether a plugin that leaves the pod alone now does so until the session ends
   */
  public static Optional<List<ScorePart>> parts(
      List<WeightedScore> scores,
      CycleState state,
      PodInfo pod,
      SessionCluster cluster,
      Predicate<WeightedScore> lasting) {
    var parts = new ArrayList<ScorePart>();
    for (WeightedScore score : scores) {
      Verdict before = score.preScore(state, pod, cluster, cluster.nodes());
      if (before.isSkip() && lasting.test(score)) {
        continue;
      }
      CycleKey<? extends ClusterCounts> counts = score.plugin().scoreCounts();
      if (counts != null
          && (before.isSuccess() || before.isSkip())
          && score.plugin().scoreDependence(pod, cluster) == Dependence.COUNTS) {
        parts.add(new CountedScore(score, counts, state, pod, cluster));
        continue;
      }
      if (!before.isSuccess()
          || score.plugin().normalization() == Normalization.OWN
          || !isKept(score.plugin().scoreDependence(pod, cluster))) {
        return Optional.empty();
      }
      score.plugin().prepareScore(state, pod, cluster);
      parts.add(new KeptScore(score, state, pod, cluster));
    }
    return Optional.of(parts);
  }

  private static boolean isKept(Dependence dependence) {
    return dependence == Dependence.NODE || dependence == Dependence.CLAIMS;
  }

  /** Whether it is the score of the same plugin; what is compared is for pods that ask alike. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeptScore kept && score.equals(kept.score);
  }

  @Override
  public int hashCode() {
    return score.hashCode();
  }

  @Override
  public long raw(SessionNode node) {
    return score.plugin().score(state, pod, cluster.nodeAt(node.index()));
  }

  @Override
  public Normalization normalization() {
    return normalization;
  }

  @Override
  public long weight() {
    return score.weight();
  }
}
