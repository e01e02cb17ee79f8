package io.merapi.batch.placement;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.GroupedNodes;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.session.extension.BatchNodeOrder.CountedPart;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeFitness;
import io.merapi.kube.placement.GroupScores;
import io.merapi.kube.placement.NodeColumn;
import io.merapi.kube.placement.NodeDescription;
import io.merapi.kube.placement.NodePartition.Group;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import io.merapi.kube.placement.Unanswered;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of one class score where scores go by counts over the cluster: kept for each node
 * as far as it decides itself, and worked out by groups of nodes that are alike for the rest. Used
 * by one thread.
 *
 * <p>By groups, a total is added up in another order than by the definition. Where scores are whole
 * numbers that makes no difference; where the score of a node is a fraction, every node that may be
 * chosen is added up by itself.
 */
final class CountedScores {

  private static final long[] @Nullable [] NO_SUMS = {};

  /** Below it, doubles add up whole numbers without rounding. */
  private static final double MOST = 1L << 50;

  private final NodeFitness fitness;
  private final List<NodeState> nodes;
  private final TieOrder ties;
  private final List<ScorePart> parts;

  /** By part, the place of its plugin. */
  private final int[] plugins;

  /** The raw scores of the parts that are no counted ones, by part and node. */
  private final NodeColumn[] raw;

  private final IntToLongFunction[] rawOfNodes;

  /** The sums of the scores that no other node has a say in; without fractions. */
  private final NodeColumn totals = new NodeColumn(0);

  /** The sums of what plugins say of nodes one by one; the bits of those that are fractions. */
  private final NodeColumn own = new NodeColumn(0);

  /** The nodes of which that is no whole number. */
  private final NodeSet fractions = new NodeSet();

  /** Written over for each group that is looked at node by node. */
  private int[] members = {};

  /**
   * @param parts by plugin
   */
  CountedScores(
      NodeFitness fitness, List<NodeState> nodes, List<List<ScorePart>> parts, TieOrder ties) {
    this.fitness = fitness;
    this.nodes = nodes;
    this.ties = ties;
    this.parts = parts.stream().flatMap(List::stream).toList();
    this.plugins =
        IntStream.range(0, parts.size())
            .flatMap(plugin -> parts.get(plugin).stream().mapToInt(_ -> plugin))
            .toArray();
    this.raw = new NodeColumn[plugins.length];
    Arrays.setAll(raw, _ -> new NodeColumn(0));
    this.rawOfNodes = new IntToLongFunction[raw.length];
    Arrays.setAll(rawOfNodes, part -> raw[part]::get);
    totals.reserve(nodes.size());
    own.reserve(nodes.size());
    for (int i = 0; i < raw.length; i++) {
      if (!(this.parts.get(i) instanceof CountedPart)) {
        raw[i].reserve(nodes.size());
      }
    }
  }

  /** Adds what is counted, as it is now, to a list. */
  void addCountsTo(List<@Nullable ClusterCounts> all) {
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i) instanceof CountedPart counted) {
        all.add(counted.counts());
      }
    }
  }

  /**
   * Asks about a node.
   *
   * @throws Unanswered if a score is none that can be kept
   */
  void ask(TaskState task, NodeState node) throws Unanswered {
    double score = fitness.nodeOrders().sum(NodeOrder::scoreNode, task, node);
    boolean whole = score == Math.rint(score) && Math.abs(score) < MOST;
    own.set(node.index(), whole ? (long) score : Double.doubleToRawLongBits(score));
    fractions.set(node.index(), !whole);
    long total = whole ? (long) score : 0;
    for (int i = 0; i < raw.length; i++) {
      ScorePart part = parts.get(i);
      if (!(part instanceof CountedPart)) {
        long known = part.raw(node);
        raw[i].set(node.index(), known);
        if (part.normalization() == Normalization.NONE) {
          if (known < 0 || known > ScorePlugin.MAX_SCORE) {
            throw new Unanswered();
          }
          total += known * part.weight();
        }
      }
    }
    totals.set(node.index(), total);
  }

  /** Takes note that a node does not fit any more. */
  void leave(int node) {
    fractions.remove(node);
  }

  /** The sums of the scores that no other node has a say in; not to be changed by others. */
  NodeColumn totals() {
    return totals;
  }

  /** Adds to a description of a node what its other scores depend on, counts aside. */
  void describe(int node, NodeDescription description) {
    for (int i = 0; i < raw.length; i++) {
      if (parts.get(i).normalization().readsGreatest()) {
        description.number(raw[i].get(node));
      }
    }
  }

  /**
   * The best of the nodes to choose from.
   *
   * @param groups with the groups of these nodes, of which there must be one
   * @param fitting these nodes and others of other groups
   * @throws Unanswered if a score is out of range
   */
  int best(GroupScores groups, GroupedNodes feasible, FittingNodes fitting) throws Unanswered {
    boolean whole = fractions.size() == 0;
    long[] @Nullable [] sums = whole ? NO_SUMS : new long[parts.size()][];
    for (int i = 0; i < raw.length; i++) {
      ScorePart part = parts.get(i);
      if (part instanceof CountedPart counted) {
        if (counted.prepare(feasible)) {
          for (int group = 0; group < groups.size(); group++) {
            groups.set(group, counted.raw(nodes.get(groups.group(group).any())));
          }
          counted.normalize(groups);
          groups.add(part.weight());
          if (!whole) {
            sums[i] = finalScores(groups);
          }
        }
      } else if (part.normalization().readsGreatest()) {
        groups.scale(rawOfNodes[i], part.normalization());
        groups.add(part.weight());
        if (!whole) {
          sums[i] = finalScores(groups);
        }
      }
    }
    return whole ? groups.bestNode() : bestOfEach(groups, sums, fitting);
  }

  private static long[] finalScores(GroupScores groups) {
    long[] scores = new long[groups.size()];
    for (int group = 0; group < scores.length; group++) {
      scores[group] = groups.get(group);
    }
    return scores;
  }

  /**
   * The best node by totals that are added up as by the definition.
   *
   * @param finalScores by part, those of the groups; null where each node has its own, or none
   */
  private int bestOfEach(GroupScores groups, long[] @Nullable [] finalScores, FittingNodes fitting)
      throws Unanswered {
    int best = -1;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.group(i);
      int size = fitting.size(group);
      if (members.length < size) {
        members = new int[size + size / 2];
      }
      fitting.write(group, members);
      for (int position = 0; position < size; position++) {
        int node = members[position];
        double total = total(node, i, finalScores);
        if (!(total > Double.NEGATIVE_INFINITY)) {
          // No comparison would ever choose such a node, and none here may.
          throw new Unanswered();
        }
        if (total > most || (total == most && ties.wins(node, best))) {
          best = node;
          most = total;
        }
      }
    }
    return best;
  }

  private double total(int node, int group, long[] @Nullable [] finalScores) {
    double total =
        fractions.contains(node) ? Double.longBitsToDouble(own.get(node)) : own.get(node);
    double sum = 0;
    for (int i = 0; i < raw.length; i++) {
      if (i > 0 && plugins[i] != plugins[i - 1]) {
        total += sum;
        sum = 0;
      }
      long[] ofGroups = finalScores[i];
      if (ofGroups != null) {
        sum += ofGroups[group] * parts.get(i).weight();
      } else if (parts.get(i).normalization() == Normalization.NONE) {
        sum += raw[i].get(node) * parts.get(i).weight();
      }
    }
    return total + sum;
  }
}
