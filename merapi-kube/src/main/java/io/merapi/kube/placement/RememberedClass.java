package io.merapi.kube.placement;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.ClassAnswers;
import io.merapi.kube.state.ClusterContents;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** What is remembered of one class of pods. */
final class RememberedClass {

  /** The last pod of the class that was placed. */
  @Nullable PodInfo pod;

  /** Whether it was ever asked why a pod of the class fits nowhere, which is kept of each node. */
  boolean diagnosed;

  final ClassAnswers plugins = new ClassAnswers();
  final StandingRefusal refusal;
  final ClassCounts counts;
  final ClassScores scores;
  final ClassFit fit;
  private final IntSupplier firstIndex;
  private @Nullable RememberedNodes feasible;

  /**
   * @param firstIndex the index of the node that comes first in the attempt
   */
  RememberedClass(
      StandingRefusal refusal,
      ClassCounts counts,
      ClassScores scores,
      ClassFit fit,
      IntSupplier firstIndex) {
    this.refusal = refusal;
    this.counts = counts;
    this.scores = scores;
    this.fit = fit;
    this.firstIndex = firstIndex;
  }

  /** The nodes that a pod of the class may go to, as a list that is written over by the next. */
  RememberedNodes feasible(ClusterView cluster, ClusterContents contents, Contenders contenders) {
    RememberedNodes nodes = feasible;
    if (nodes == null || !nodes.areOf(cluster, contenders)) {
      nodes = new RememberedNodes(cluster, contents, contenders, scores, firstIndex);
      feasible = nodes;
    }
    nodes.renew();
    return nodes;
  }
}
