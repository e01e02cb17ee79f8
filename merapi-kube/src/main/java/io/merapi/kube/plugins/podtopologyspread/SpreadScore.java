package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.GroupedNodes;
import io.merapi.api.framework.GroupedNodes.GroupAction;
import io.merapi.api.framework.NodeTraits;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.ScorePlugin.NodeScores;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.plugins.podtopologyspread.ConstraintSource.Strength;
import io.merapi.kube.topology.DomainCounts;
import io.merapi.kube.topology.NodeLabels;
import java.util.List;
import java.util.Set;

/**
 * The soft constraints of one pod, with the pods that lie in each domain.
 *
 * <p>The raw score of a node is the number of matching pods in its domains: the fewer, the better.
 * A topology of many domains has few pods in each, so its numbers weigh more, by the logarithm of
 * the number of domains of the feasible nodes; {@code maxSkew - 1} is added for each constraint,
 * which waters small differences down. Domains of single hosts are not counted beforehand: the node
 * itself knows.
 */
final class SpreadScore implements ClusterCounts {

  /** Stands for the score of a node that is ignored, until scores are normalised. */
  private static final long IGNORED = -1;

  private final ConstraintSource source;
  private final List<SpreadConstraint> constraints;
  private final Set<ObjectKind> reads;
  private final String namespace;
  private final boolean needsAllDomains;
  private final EligibleNodes eligible;

  /** For each constraint, the pods in each domain; not for hosts. */
  private final DomainCounts[] counts;

  /** For each constraint, the nodes in each domain; not for hosts. */
  private final DomainCounts[] sizes;

  private final double[] weights;

  /**
   * Counts the pods of all nodes.
   *
   * @param source where the constraints are from
   */
  SpreadScore(
      ConstraintSource source,
      List<SpreadConstraint> constraints,
      PodInfo pod,
      List<NodeInfo> nodes,
      EligibleNodes eligible) {
    this.source = source;
    this.constraints = constraints;
    this.reads = source.reads(Strength.SOFT, pod);
    this.namespace = pod.pod().namespace();
    this.needsAllDomains = source.needsAllDomains(pod);
    this.eligible = eligible;
    this.counts = new DomainCounts[constraints.size()];
    this.sizes = new DomainCounts[constraints.size()];
    this.weights = new double[constraints.size()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new DomainCounts();
      sizes[i] = new DomainCounts();
      if (!perHost(constraints.get(i))) {
        for (NodeInfo node : nodes) {
          sizes[i].add(domain(constraints.get(i), node), 1);
          add(i, node, constraints.get(i).matching(node, namespace));
        }
      }
    }
  }

  private void add(int constraint, NodeInfo node, int pods) {
    if (pods != 0 && !ignored(node) && eligible.counts(constraints.get(constraint), node)) {
      counts[constraint].add(domain(constraints.get(constraint), node), pods);
    }
  }

  private boolean ignored(NodeInfo node) {
    return needsAllDomains && !SpreadConstraint.allHaveDomain(constraints, NodeLabels.of(node));
  }

  private static boolean perHost(SpreadConstraint constraint) {
    return constraint.topologyKey().equals(WellKnownKeys.HOSTNAME);
  }

  /** Strict, so that a score is the same on every machine. */
  private static double weight(int domains) {
    return StrictMath.log(domains + 2);
  }

  /** Nodes without the label share a domain, the empty one. */
  private static String domain(SpreadConstraint constraint, NodeInfo node) {
    return NodeLabels.of(node).getOrDefault(constraint.topologyKey(), "");
  }

  /** Whether there are no constraints, so that every node is as good. */
  boolean isIdle() {
    return constraints.isEmpty();
  }

  @Override
  public boolean follow(PodInfo changed, NodeInfo node, int difference, ClusterView cluster) {
    for (int i = 0; i < counts.length; i++) {
      if (!perHost(constraints.get(i)) && constraints.get(i).counts(changed.pod(), namespace)) {
        add(i, node, difference);
      }
    }
    return true;
  }

  @Override
  public Set<ObjectKind> reads() {
    return reads;
  }

  @Override
  public boolean holds(PodInfo pod, ClusterView cluster) {
    return constraints.equals(source.find(Strength.SOFT, pod, cluster).constraints());
  }

  @Override
  public void describe(NodeInfo node, NodeTraits traits) {
    if (counts.length == 0) {
      return;
    }
    Labels labels = NodeLabels.of(node);
    for (int i = 0; i < counts.length; i++) {
      SpreadConstraint constraint = constraints.get(i);
      String domain = labels.get(constraint.topologyKey());
      if (domain != null && perHost(constraint)) {
        traits.number(constraint.matching(node, namespace));
      } else if (domain != null && domain.isEmpty()) {
        // Also the domain of nodes without the label, so it is never the node's alone.
        traits.number(0);
      } else {
        traits.domain(constraint.topologyKey(), counts[i]);
      }
    }
  }

  /** Works out the weights, by the domains of the feasible nodes. */
  void weigh(List<NodeInfo> feasible) {
    var domains = new Domains();
    GroupedNodes.visit(feasible, domains);
    for (int i = 0; i < weights.length; i++) {
      weights[i] = weight(perHost(constraints.get(i)) ? domains.nodes : domains.number(i));
    }
  }

  /** How many domains of each constraint the nodes are in that are not ignored. */
  private final class Domains implements GroupAction {

    int nodes;
    private final int[] lone = new int[counts.length];
    private final DomainCounts[] shared = new DomainCounts[counts.length];

    @Override
    public void visit(NodeInfo node, int size) {
      if (ignored(node)) {
        return;
      }
      nodes += size;
      for (int i = 0; i < counts.length; i++) {
        if (!perHost(constraints.get(i))) {
          visit(i, domain(constraints.get(i), node), size);
        }
      }
    }

    /** Nodes that are alike are all in one domain, or each in a domain of its own. */
    private void visit(int constraint, String domain, int size) {
      if (size > 1 && !domain.isEmpty() && sizes[constraint].get(domain) == 1) {
        lone[constraint] += size;
        return;
      }
      if (shared[constraint] == null) {
        shared[constraint] = new DomainCounts();
      }
      shared[constraint].add(domain, 0);
    }

    int number(int constraint) {
      return lone[constraint] + (shared[constraint] == null ? 0 : shared[constraint].size());
    }
  }

  long score(NodeInfo node) {
    Labels labels = NodeLabels.of(node);
    double score = 0;
    for (int i = 0; i < counts.length; i++) {
      SpreadConstraint constraint = constraints.get(i);
      String domain = labels.get(constraint.topologyKey());
      if (domain != null) {
        long count =
            perHost(constraint) ? constraint.matching(node, namespace) : counts[i].get(domain);
        score += count * weights[i] + (constraint.maxSkew() - 1);
      } else if (needsAllDomains) {
        return 0;
      }
    }
    return round(score);
  }

  /** Halves away from zero. */
  private static long round(double score) {
    return score < 0 ? -Math.round(-score) : Math.round(score);
  }

  /** The fewest pods become the best score; ignored nodes get the worst. */
  void normalize(NodeScores scores) {
    long min = Long.MAX_VALUE;
    long max = 0;
    for (int i = 0; i < scores.size(); i++) {
      if (ignored(scores.node(i))) {
        scores.set(i, IGNORED);
      } else {
        min = Math.min(min, scores.get(i));
        max = Math.max(max, scores.get(i));
      }
    }
    for (int i = 0; i < scores.size(); i++) {
      long score = scores.get(i);
      if (score == IGNORED) {
        scores.set(i, 0);
      } else if (max == 0) {
        scores.set(i, ScorePlugin.MAX_SCORE);
      } else {
        scores.set(i, ScorePlugin.MAX_SCORE * (max + min - score) / max);
      }
    }
  }
}
