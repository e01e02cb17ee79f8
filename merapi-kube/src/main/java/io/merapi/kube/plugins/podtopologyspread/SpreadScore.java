package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.ScorePlugin.NodeScores;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.topology.DomainCounts;
import io.merapi.kube.topology.NodeLabels;
import java.util.List;

/**
 * The soft constraints of one pod, with the pods that lie in the domains of the feasible nodes.
 *
 * <p>The raw score of a node is the number of matching pods in its domains: the fewer, the better.
 * A topology of many domains has few pods in each, so its numbers weigh more, by the logarithm of
 * the number of domains; {@code maxSkew - 1} is added for each constraint, which waters small
 * differences down. Domains of single hosts are not counted beforehand: the node itself knows.
 */
final class SpreadScore {

  /** Stands for the score of a node that is ignored, until scores are normalised. */
  private static final long IGNORED = -1;

  private final List<SpreadConstraint> constraints;
  private final String namespace;
  private final boolean needsAllDomains;
  private final DomainCounts[] counts;
  private final double[] weights;

  /**
   * Finds the domains of the feasible nodes and counts the pods of all nodes in them.
   *
   * @param needsAllDomains whether nodes that lack a domain are ignored
   */
  SpreadScore(
      List<SpreadConstraint> constraints,
      String namespace,
      boolean needsAllDomains,
      List<NodeInfo> feasible,
      List<NodeInfo> nodes,
      EligibleNodes eligible) {
    this.constraints = constraints;
    this.namespace = namespace;
    this.needsAllDomains = needsAllDomains;
    this.counts = new DomainCounts[constraints.size()];
    this.weights = new double[constraints.size()];
    int scored = 0;
    for (NodeInfo node : feasible) {
      scored += ignored(node) ? 0 : 1;
    }
    for (int i = 0; i < counts.length; i++) {
      counts[i] = domains(constraints.get(i), feasible);
      weights[i] = weight(perHost(constraints.get(i)) ? scored : counts[i].size());
      count(constraints.get(i), counts[i], nodes, eligible);
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

  /** The domains of the feasible nodes; nodes without the label share one, the empty one. */
  private DomainCounts domains(SpreadConstraint constraint, List<NodeInfo> feasible) {
    var domains = new DomainCounts();
    if (!perHost(constraint)) {
      for (NodeInfo node : feasible) {
        if (!ignored(node)) {
          domains.add(domain(constraint, node), 0);
        }
      }
    }
    return domains;
  }

  private static String domain(SpreadConstraint constraint, NodeInfo node) {
    return NodeLabels.of(node).getOrDefault(constraint.topologyKey(), "");
  }

  private void count(
      SpreadConstraint constraint,
      DomainCounts domains,
      List<NodeInfo> nodes,
      EligibleNodes eligible) {
    if (domains.size() == 0) {
      return;
    }
    for (NodeInfo node : nodes) {
      String domain = domain(constraint, node);
      if (domains.has(domain) && !ignored(node) && eligible.counts(constraint, node)) {
        domains.add(domain, constraint.matching(node, namespace));
      }
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
