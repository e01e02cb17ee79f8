package io.merapi.kube.plugins.interpodaffinity;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.ScorePlugin.NodeScores;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.CompiledPodTerm;
import io.merapi.api.pod.CompiledPodTerms;
import io.merapi.api.pod.CompiledPodTerms.Weighted;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.topology.NodeLabels;
import io.merapi.kube.topology.TopologyCounts;
import java.util.List;

/**
 * The preferences that bear on one pod, its own and those of other pods for it, added up in each
 * domain.
 *
 * <p>The raw score of a node is what its domains add up to: above zero where pods attract, below
 * where they repel.
 */
final class AffinityScore {

  private final Pod pod;
  private final Labels namespaceLabels;
  private final List<Weighted> affinity;
  private final List<Weighted> antiAffinity;
  private final int hardPodAffinityWeight;
  private final TopologyCounts weights = new TopologyCounts();

  /**
   * Adds up the preferences over all nodes.
   *
   * @param hardPodAffinityWeight how much a required term of affinity of another pod counts
   */
  AffinityScore(Pod pod, CompiledPodTerms terms, ClusterView cluster, int hardPodAffinityWeight) {
    this.pod = pod;
    this.namespaceLabels = IncomingTerms.namespaceLabels(pod, cluster);
    this.affinity = IncomingTerms.preferred(terms.preferredAffinity(), cluster);
    this.antiAffinity = IncomingTerms.preferred(terms.preferredAntiAffinity(), cluster);
    this.hardPodAffinityWeight = hardPodAffinityWeight;
    if (affinity.isEmpty() && antiAffinity.isEmpty()) {
      for (NodeInfo node : cluster.nodesWithPodAffinity()) {
        addTermsOf(node.podsWithAffinity(), NodeLabels.of(node));
      }
    } else {
      for (NodeInfo node : cluster.nodes()) {
        Labels labels = NodeLabels.of(node);
        addOwnTerms(node.pods(), labels);
        addTermsOf(node.podsWithAffinity(), labels);
      }
    }
  }

  private void addOwnTerms(List<PodInfo> others, Labels nodeLabels) {
    for (PodInfo other : others) {
      for (Weighted preferred : affinity) {
        add(preferred.term(), preferred.weight(), other.pod(), Labels.EMPTY, nodeLabels);
      }
      for (Weighted preferred : antiAffinity) {
        add(preferred.term(), -preferred.weight(), other.pod(), Labels.EMPTY, nodeLabels);
      }
    }
  }

  private void addTermsOf(List<PodInfo> others, Labels nodeLabels) {
    for (PodInfo other : others) {
      CompiledPodTerms terms = other.podClass().podTerms();
      if (hardPodAffinityWeight > 0) {
        for (CompiledPodTerm term : terms.requiredAffinity()) {
          add(term, hardPodAffinityWeight, pod, namespaceLabels, nodeLabels);
        }
      }
      for (Weighted preferred : terms.preferredAffinity()) {
        add(preferred.term(), preferred.weight(), pod, namespaceLabels, nodeLabels);
      }
      for (Weighted preferred : terms.preferredAntiAffinity()) {
        add(preferred.term(), -preferred.weight(), pod, namespaceLabels, nodeLabels);
      }
    }
  }

  private void add(
      CompiledPodTerm term, int weight, Pod meant, Labels meantNamespace, Labels nodeLabels) {
    if (term.matches(meant, meantNamespace)) {
      weights.add(nodeLabels, term.topologyKey(), weight);
    }
  }

  /** Whether no term was met anywhere, so that every node is as good. */
  boolean isIdle() {
    return weights.isEmpty();
  }

  long score(NodeInfo node) {
    return weights.sum(NodeLabels.of(node));
  }

  /** The lowest raw score becomes 0 and the highest 100; all become 0 where they are equal. */
  static void normalize(NodeScores scores) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < scores.size(); i++) {
      min = Math.min(min, scores.get(i));
      max = Math.max(max, scores.get(i));
    }
    long range = max - min;
    for (int i = 0; i < scores.size(); i++) {
      double share = range > 0 ? (double) (scores.get(i) - min) / range : 0;
      scores.set(i, (long) (ScorePlugin.MAX_SCORE * share));
    }
  }
}
