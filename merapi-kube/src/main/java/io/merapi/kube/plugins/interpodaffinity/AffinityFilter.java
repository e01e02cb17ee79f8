package io.merapi.kube.plugins.interpodaffinity;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.NodeTraits;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.CompiledPodTerm;
import io.merapi.api.pod.CompiledPodTerms;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.plugins.interpodaffinity.AffinityReason.Rule;
import io.merapi.kube.topology.NodeLabels;
import io.merapi.kube.topology.TopologyCounts;
import java.util.List;
import java.util.Set;

/**
 * The required terms that bear on one pod, its own and those of other pods against it, with how
 * often they are met in each domain.
 */
final class AffinityFilter implements ClusterCounts, CycleState.Copied {

  private final Pod pod;
  private final Labels namespaceLabels;
  private final List<CompiledPodTerm> affinity;
  private final List<CompiledPodTerm> antiAffinity;
  private final boolean matchesItself;

  /** For each term of affinity, pods that all of the terms mean. */
  private final TopologyCounts near;

  /** For each term of anti-affinity, pods that it means. */
  private final TopologyCounts away;

  /** Terms of anti-affinity of other pods that mean this one. */
  private final TopologyCounts unwelcome;

  private final BrokenRules broken;

  /** Counts the pods of all nodes. */
  AffinityFilter(Pod pod, CompiledPodTerms terms, ClusterView cluster) {
    this.pod = pod;
    this.namespaceLabels = IncomingTerms.namespaceLabels(pod, cluster);
    this.affinity = IncomingTerms.required(terms.requiredAffinity(), cluster);
    this.antiAffinity = IncomingTerms.required(terms.requiredAntiAffinity(), cluster);
    this.matchesItself = IncomingTerms.allMatch(affinity, pod);
    this.near = new TopologyCounts();
    this.away = new TopologyCounts();
    this.unwelcome = new TopologyCounts();
    this.broken = new BrokenRules();
    for (NodeInfo node : cluster.nodesWithRequiredPodAntiAffinity()) {
      Labels labels = NodeLabels.of(node);
      List<PodInfo> others = node.podsWithRequiredAntiAffinity();
      for (int i = 0; i < others.size(); i++) {
        countTermsOf(others.get(i), labels, 1);
      }
    }
    if (!affinity.isEmpty() || !antiAffinity.isEmpty()) {
      for (NodeInfo node : cluster.nodes()) {
        Labels labels = NodeLabels.of(node);
        List<PodInfo> others = node.pods();
        for (int i = 0; i < others.size(); i++) {
          countOwnTerms(others.get(i).pod(), labels, 1);
        }
      }
    }
  }

  private AffinityFilter(AffinityFilter original) {
    this.pod = original.pod;
    this.namespaceLabels = original.namespaceLabels;
    this.affinity = original.affinity;
    this.antiAffinity = original.antiAffinity;
    this.matchesItself = original.matchesItself;
    this.near = original.near.copy();
    this.away = original.away.copy();
    this.unwelcome = original.unwelcome.copy();
    this.broken = original.broken;
  }

  @Override
  public AffinityFilter copy() {
    return new AffinityFilter(this);
  }

  private void countTermsOf(PodInfo other, Labels nodeLabels, int difference) {
    List<CompiledPodTerm> terms = other.podClass().podTerms().requiredAntiAffinity();
    for (int i = 0; i < terms.size(); i++) {
      CompiledPodTerm term = terms.get(i);
      if (term.matches(pod, namespaceLabels)) {
        unwelcome.add(nodeLabels, term.topologyKey(), difference);
      }
    }
  }

  private void countOwnTerms(Pod other, Labels nodeLabels, int difference) {
    if (IncomingTerms.allMatch(affinity, other)) {
      for (int i = 0; i < affinity.size(); i++) {
        near.add(nodeLabels, affinity.get(i).topologyKey(), difference);
      }
    }
    for (int i = 0; i < antiAffinity.size(); i++) {
      CompiledPodTerm term = antiAffinity.get(i);
      if (IncomingTerms.matches(term, other)) {
        away.add(nodeLabels, term.topologyKey(), difference);
      }
    }
  }

  /** Whether no required term bears on the pod, so that every node is as good. */
  boolean isIdle() {
    return affinity.isEmpty() && antiAffinity.isEmpty() && unwelcome.allZero();
  }

  /**
   * Takes into account that a pod comes to a node or leaves it.
   *
   * @param difference 1 or -1
   */
  void update(PodInfo changed, NodeInfo node, int difference) {
    Labels labels = NodeLabels.of(node);
    countTermsOf(changed, labels, difference);
    countOwnTerms(changed.pod(), labels, difference);
  }

  @Override
  public boolean follow(PodInfo changed, NodeInfo node, int difference, ClusterView cluster) {
    boolean repels =
        changed.hasRequiredPodAntiAffinity() && cluster.listsRequiredPodAntiAffinityOn(node.name());
    if (affinity.isEmpty() && antiAffinity.isEmpty() && !repels) {
      return true;
    }
    int topologies = unwelcome.topologies();
    Labels labels = NodeLabels.of(node);
    if (repels) {
      countTermsOf(changed, labels, difference);
    }
    countOwnTerms(changed.pod(), labels, difference);
    return unwelcome.topologies() == topologies;
  }

  @Override
  public Set<ObjectKind> reads() {
    return IncomingTerms.READ;
  }

  @Override
  public boolean holds(PodInfo counted, ClusterView cluster) {
    CompiledPodTerms terms = counted.podClass().podTerms();
    return namespaceLabels.equals(IncomingTerms.namespaceLabels(pod, cluster))
        && affinity.equals(IncomingTerms.required(terms.requiredAffinity(), cluster))
        && antiAffinity.equals(IncomingTerms.required(terms.requiredAntiAffinity(), cluster));
  }

  @Override
  public void describe(NodeInfo node, NodeTraits traits) {
    for (int i = 0; i < affinity.size(); i++) {
      near.describe(affinity.get(i).topologyKey(), traits);
    }
    for (int i = 0; i < antiAffinity.size(); i++) {
      away.describe(antiAffinity.get(i).topologyKey(), traits);
    }
    unwelcome.describe(traits);
  }

  Verdict judge(NodeInfo node) {
    Labels labels = NodeLabels.of(node);
    Verdict verdict = judgeAffinity(labels);
    if (verdict.isSuccess()) {
      verdict = judgeAntiAffinity(labels);
    }
    if (!verdict.isSuccess()) {
      return verdict;
    }
    String topologyKey = unwelcome.allZero() ? null : unwelcome.positive(labels);
    return topologyKey == null
        ? Verdict.success()
        : broken.reject(Rule.EXISTING_ANTI_AFFINITY, topologyKey, labels.get(topologyKey));
  }

  private Verdict judgeAffinity(Labels labels) {
    CompiledPodTerm unmet = null;
    for (int i = 0; i < affinity.size(); i++) {
      CompiledPodTerm term = affinity.get(i);
      String domain = labels.get(term.topologyKey());
      if (domain == null) {
        return broken.reject(Rule.AFFINITY, term.topologyKey(), null);
      }
      if (unmet == null && near.get(term.topologyKey(), domain) <= 0) {
        unmet = term;
      }
    }
    // The first of a series of pods that want to be together would otherwise wait for ever.
    boolean first = near.allZero() && matchesItself;
    return unmet == null || first
        ? Verdict.success()
        : broken.reject(Rule.AFFINITY, unmet.topologyKey(), labels.get(unmet.topologyKey()));
  }

  private Verdict judgeAntiAffinity(Labels labels) {
    for (int i = 0; i < antiAffinity.size(); i++) {
      String topologyKey = antiAffinity.get(i).topologyKey();
      String domain = labels.get(topologyKey);
      if (domain != null && away.get(topologyKey, domain) > 0) {
        return broken.reject(Rule.ANTI_AFFINITY, topologyKey, domain);
      }
    }
    return Verdict.success();
  }
}
