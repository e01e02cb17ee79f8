package io.merapi.api.framework;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import org.jspecify.annotations.Nullable;

/** Says how well a pod suits each node that it fits. */
public interface ScorePlugin extends Plugin {

  /** The best final score; the worst is 0. */
  long MAX_SCORE = 100;

  /**
   * Works out what the score needs to know of the cluster; called once per attempt, before the
   * first score.
   *
   * <p>This is no extension point: it cannot be switched off, skip or fail. It is for plugins that
   * read the cluster in their score without being pre-score plugins, so that they read it once and
   * not for every node.
   */
  default void prepareScore(CycleState state, PodInfo pod, ClusterView cluster) {}

  /**
   * The raw score of a feasible node, on the plugin's own scale; asked possibly from several
   * threads at once for different nodes: it must not change the state.
   *
   * @throws ScoreException if no score can be given; the attempt fails
   */
  long score(CycleState state, PodInfo pod, NodeInfo node);

  /**
   * How raw scores become final. A plugin that declares one of the known ways does not implement
   * {@link #normalize}; one that declares nothing is asked to normalize in every attempt.
   */
  default Normalization normalization() {
    return Normalization.OWN;
  }

  /**
   * Brings the raw scores of all feasible nodes to 0 … {@link #MAX_SCORE}, in place; called once
   * when all are known.
   */
  default void normalize(CycleState state, PodInfo pod, NodeScores scores) {
    normalization().apply(scores);
  }

  /**
   * What the raw score depends on, as things stand in the cluster; the engine asks again only when
   * that has changed. Called after the pre-scores.
   */
  default Dependence scoreDependence(PodInfo pod, ClusterView cluster) {
    return Dependence.CLUSTER;
  }

  /**
   * Where the plugin's pre-score leaves what it counts over the cluster, for an engine that keeps
   * it; null where it counts nothing that could be kept.
   */
  default @Nullable CycleKey<? extends ClusterCounts> scoreCounts() {
    return null;
  }

  /** The feasible nodes with their scores. */
  interface NodeScores {

    int size();

    NodeInfo node(int index);

    long get(int index);

    void set(int index, long score);
  }
}
