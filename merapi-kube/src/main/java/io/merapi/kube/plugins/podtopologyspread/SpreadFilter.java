package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.NodeTraits;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.plugins.podtopologyspread.ConstraintSource.Strength;
import io.merapi.kube.topology.DomainCounts;
import io.merapi.kube.topology.NodeLabels;
import java.util.List;
import java.util.Set;

/**
 * The hard constraints of one pod, with the pods that lie in each domain.
 *
 * <p>A node fits if, with the pod on it, no domain of the node holds more than {@code maxSkew}
 * matching pods above the emptiest domain.
 */
final class SpreadFilter implements ClusterCounts, CycleState.Copied {

  private final ConstraintSource source;
  private final List<SpreadConstraint> constraints;
  private final Set<ObjectKind> reads;
  private final String namespace;
  private final EligibleNodes eligible;
  private final int[] self;
  private final Verdict[] missingDomain;
  private final DomainLoads[] loads;

  /**
   * Counts the pods of all nodes.
   *
   * @param source where the constraints are from
   */
  SpreadFilter(
      ConstraintSource source,
      List<SpreadConstraint> constraints,
      PodInfo pod,
      List<NodeInfo> nodes,
      EligibleNodes eligible) {
    this.source = source;
    this.constraints = constraints;
    this.reads = source.reads(Strength.HARD, pod);
    this.namespace = pod.pod().namespace();
    this.eligible = eligible;
    int size = constraints.size();
    this.self = new int[size];
    this.missingDomain = new Verdict[size];
    this.loads = new DomainLoads[size];
    for (int i = 0; i < size; i++) {
      SpreadConstraint constraint = constraints.get(i);
      self[i] = constraint.selects(pod.pod()) ? 1 : 0;
      missingDomain[i] = Verdict.unresolvable(new MissingDomain(constraint.topologyKey()));
      loads[i] = new DomainLoads(count(constraint, nodes));
    }
  }

  private SpreadFilter(SpreadFilter original) {
    this.source = original.source;
    this.constraints = original.constraints;
    this.reads = original.reads;
    this.namespace = original.namespace;
    this.eligible = original.eligible;
    this.self = original.self;
    this.missingDomain = original.missingDomain;
    this.loads = new DomainLoads[original.loads.length];
    for (int i = 0; i < loads.length; i++) {
      loads[i] = original.loads[i].copy();
    }
  }

  private DomainCounts count(SpreadConstraint constraint, List<NodeInfo> nodes) {
    var counts = new DomainCounts();
    for (NodeInfo node : nodes) {
      Labels labels = NodeLabels.of(node);
      String domain = labels.get(constraint.topologyKey());
      if (domain != null
          && SpreadConstraint.allHaveDomain(constraints, labels)
          && eligible.counts(constraint, node)) {
        counts.add(domain, constraint.matching(node, namespace));
      }
    }
    return counts;
  }

  @Override
  public SpreadFilter copy() {
    return new SpreadFilter(this);
  }

  /** Whether there are no constraints, so that every node is as good. */
  boolean isIdle() {
    return constraints.isEmpty();
  }

  /**
   * Takes into account that a pod of the same namespace comes to a node or leaves it.
   *
   * <p>Upstream counts here what it does not count in the beginning: pods being deleted, and any
   * pod under a selector without conditions.
   *
   * @param difference 1 or -1
   */
  void update(PodInfo changed, NodeInfo node, int difference) {
    for (int i = 0; i < loads.length; i++) {
      if (constraints.get(i).selects(changed.pod())) {
        add(i, node, difference);
      }
    }
  }

  @Override
  public boolean follow(PodInfo changed, NodeInfo node, int difference, ClusterView cluster) {
    for (int i = 0; i < loads.length; i++) {
      if (constraints.get(i).counts(changed.pod(), namespace)) {
        add(i, node, difference);
      }
    }
    return true;
  }

  private void add(int constraint, NodeInfo node, int difference) {
    Labels labels = NodeLabels.of(node);
    String domain = labels.get(constraints.get(constraint).topologyKey());
    if (domain != null
        && SpreadConstraint.allHaveDomain(constraints, labels)
        && eligible.counts(constraints.get(constraint), node)) {
      loads[constraint].add(domain, difference);
    }
  }

  @Override
  public Set<ObjectKind> reads() {
    return reads;
  }

  @Override
  public boolean holds(PodInfo pod, ClusterView cluster) {
    return constraints.equals(source.find(Strength.HARD, pod, cluster).constraints());
  }

  @Override
  public void describe(NodeInfo node, NodeTraits traits) {
    for (int i = 0; i < loads.length; i++) {
      traits.domain(constraints.get(i).topologyKey(), loads[i].counts());
    }
  }

  Verdict judge(NodeInfo node) {
    Labels labels = NodeLabels.of(node);
    for (int i = 0; i < loads.length; i++) {
      SpreadConstraint constraint = constraints.get(i);
      String domain = labels.get(constraint.topologyKey());
      if (domain == null) {
        return missingDomain[i];
      }
      long matching = loads[i].get(domain);
      long fewest = loads[i].fewest(constraint.minDomains());
      if (matching + self[i] - fewest > constraint.maxSkew()) {
        return Verdict.unschedulable(
            new SkewTooLarge(
                constraint.topologyKey(), domain, matching, self[i], fewest, constraint.maxSkew()));
      }
    }
    return Verdict.success();
  }
}
