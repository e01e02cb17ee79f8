package io.merapi.kube.plugins.interpodaffinity;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.NodeTraits;
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
import java.util.Set;

/**
 * The preferences that bear on one pod, its own and those of other pods for it, added up in each
 * domain.
 *
 * <p>The raw score of a node is what its domains add up to: above zero where pods attract, below
 * where they repel.
 */
final class AffinityScore implements ClusterCounts {

  private final Pod pod;
  private final Labels namespaceLabels;
  private final List<Weighted> affinity;
  private final List<Weighted> antiAffinity;
  private final int hardPodAffinityWeight;
  private final TopologyCounts weights = new TopologyCounts();

  /** How often a term is met in a domain. */
  private long met;

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
        Labels labels = NodeLabels.of(node);
        List<PodInfo> others = node.podsWithAffinity();
        for (int i = 0; i < others.size(); i++) {
          countTermsOf(others.get(i), labels, 1);
        }
      }
    } else {
      for (NodeInfo node : cluster.nodes()) {
        Labels labels = NodeLabels.of(node);
        List<PodInfo> others = node.pods();
        for (int i = 0; i < others.size(); i++) {
          count(others.get(i), labels, 1);
        }
      }
    }
  }

  private void count(PodInfo other, Labels nodeLabels, int difference) {
    for (int i = 0; i < affinity.size(); i++) {
      Weighted preferred = affinity.get(i);
      countOwn(preferred.term(), preferred.weight(), other.pod(), nodeLabels, difference);
    }
    for (int i = 0; i < antiAffinity.size(); i++) {
      Weighted preferred = antiAffinity.get(i);
      countOwn(preferred.term(), -preferred.weight(), other.pod(), nodeLabels, difference);
    }
    if (other.hasPodAffinity()) {
      countTermsOf(other, nodeLabels, difference);
    }
  }

  private void countOwn(
      CompiledPodTerm term, int weight, Pod other, Labels nodeLabels, int difference) {
    if (IncomingTerms.matches(term, other)) {
      add(term, weight, nodeLabels, difference);
    }
  }

  private void countTermsOf(PodInfo other, Labels nodeLabels, int difference) {
    CompiledPodTerms terms = other.podClass().podTerms();
    if (hardPodAffinityWeight > 0) {
      List<CompiledPodTerm> required = terms.requiredAffinity();
      for (int i = 0; i < required.size(); i++) {
        countMeant(required.get(i), hardPodAffinityWeight, nodeLabels, difference);
      }
    }
    countMeant(terms.preferredAffinity(), 1, nodeLabels, difference);
    countMeant(terms.preferredAntiAffinity(), -1, nodeLabels, difference);
  }

  private void countMeant(List<Weighted> terms, int sign, Labels nodeLabels, int difference) {
    for (int i = 0; i < terms.size(); i++) {
      Weighted preferred = terms.get(i);
      countMeant(preferred.term(), sign * preferred.weight(), nodeLabels, difference);
    }
  }

  private void countMeant(CompiledPodTerm term, int weight, Labels nodeLabels, int difference) {
    if (term.matches(pod, namespaceLabels)) {
      add(term, weight, nodeLabels, difference);
    }
  }

  private void add(CompiledPodTerm term, int weight, Labels nodeLabels, int difference) {
    weights.add(nodeLabels, term.topologyKey(), (long) weight * difference);
    met += nodeLabels.has(term.topologyKey()) ? difference : 0;
  }

  @Override
  public boolean follow(PodInfo changed, NodeInfo node, int difference, ClusterView cluster) {
    if (affinity.isEmpty()
        && antiAffinity.isEmpty()
        && !(changed.hasPodAffinity() && cluster.listsPodAffinityOn(node.name()))) {
      return true;
    }
    int topologies = weights.topologies();
    count(changed, NodeLabels.of(node), difference);
    return weights.topologies() == topologies;
  }

  @Override
  public Set<ObjectKind> reads() {
    return IncomingTerms.READ;
  }

  @Override
  public boolean holds(PodInfo counted, ClusterView cluster) {
    CompiledPodTerms terms = counted.podClass().podTerms();
    return namespaceLabels.equals(IncomingTerms.namespaceLabels(pod, cluster))
        && affinity.equals(IncomingTerms.preferred(terms.preferredAffinity(), cluster))
        && antiAffinity.equals(IncomingTerms.preferred(terms.preferredAntiAffinity(), cluster));
  }

  @Override
  public void describe(NodeInfo node, NodeTraits traits) {
    weights.describe(traits);
  }

  /** Whether no term was met anywhere, so that every node is as good. */
  boolean isIdle() {
    return met == 0;
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
