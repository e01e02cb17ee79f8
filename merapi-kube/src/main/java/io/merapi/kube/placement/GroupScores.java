package io.merapi.kube.placement;

import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.ScorePlugin.NodeScores;
import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.placement.NodePartition.Group;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToLongFunction;

/**
 * The scores of an attempt that are worked out by groups of nodes: those that depend on which nodes
 * fit or on counts. One node speaks for each group, the same in most attempts, so that what is read
 * of it is at hand; the best node of a group is another in each. Written over in every attempt, so
 * that none allocates; used by one thread.
 */
public final class GroupScores implements NodeScores {

  private final NodePartition partition;
  private final IndexedNodes known;
  private final TieOrder ties;

  /** The groups that are chosen from. */
  private Group[] groups = new Group[0];

  /** The best nodes of these, of those that are chosen from. */
  private int[] nodes = new int[0];

  private long[] raw = new long[0];
  private long[] scores = new long[0];
  private long[] sums = new long[0];
  private int size;
  private long bestTotal;

  public GroupScores(NodePartition partition, IndexedNodes known, TieOrder ties) {
    this.partition = partition;
    this.known = known;
    this.ties = ties;
  }

  /** Starts over, with the groups of the nodes that are chosen from. */
  void begin(Contenders contenders) {
    begin();
    List<Group> all = partition.groups();
    for (int i = 0; i < all.size(); i++) {
      int best = contenders.best(all.get(i));
      if (best != Contenders.NONE) {
        choosesFrom(all.get(i), best);
      }
    }
  }

  /** Starts over, with no groups. */
  public void begin() {
    int most = partition.groups().size();
    if (nodes.length < most) {
      nodes = new int[2 * most];
      groups = new Group[nodes.length];
      raw = new long[nodes.length];
      scores = new long[nodes.length];
      sums = new long[nodes.length];
    }
    size = 0;
  }

  /**
   * Adds a group of the partition to those that are chosen from.
   *
   * @param best its best node
   */
  public void choosesFrom(Group group, int best) {
    groups[size] = group;
    nodes[size] = best;
    sums[size++] = 0;
  }

  /** The best node of a group that is chosen from. */
  public int best(int index) {
    return nodes[index];
  }

  /** A group that is chosen from. */
  public Group group(int index) {
    return groups[index];
  }

  /**
   * Takes the scores of a plugin whose raw scores are known, scaled by the greatest of them; nodes
   * of one group have the same.
   */
  public void scale(IntToLongFunction rawOfNode, Normalization normalization) {
    long greatest = 0;
    for (int i = 0; i < size; i++) {
      raw[i] = rawOfNode.applyAsLong(groups[i].any());
      greatest = Math.max(greatest, raw[i]);
    }
    for (int i = 0; i < size; i++) {
      scores[i] = normalization.finalScore(raw[i], greatest);
    }
  }

  /**
   * Takes the scores of a plugin that is asked.
   *
   * @throws Unanswered if it fails
   */
  void ask(ScorePlugin plugin, PodAttempt attempt) throws Unanswered {
    try {
      plugin.prepareScore(attempt.state(), attempt.pod(), attempt.cluster());
      for (int i = 0; i < size; i++) {
        raw[i] = plugin.score(attempt.state(), attempt.pod(), node(i));
        scores[i] = raw[i];
      }
      plugin.normalize(attempt.state(), attempt.pod(), this);
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
      throw new Unanswered();
    }
  }

  /**
   * Adds the scores that were taken last.
   *
   * @throws Unanswered if one is out of range
   */
  public void add(long weight) throws Unanswered {
    for (int i = 0; i < size; i++) {
      check(scores[i]);
      sums[i] += scores[i] * weight;
    }
  }

  /** Refuses a final score that is out of range. */
  static void check(long score) throws Unanswered {
    if (score < 0 || score > ScorePlugin.MAX_SCORE) {
      throw new Unanswered();
    }
  }

  /** The best node, by what was added and the total of the node; there must be one. */
  public int bestNode() {
    int best = 0;
    long total = total(0);
    for (int i = 1; i < size; i++) {
      long other = total(i);
      if (other > total || (other == total && ties.wins(nodes[i], nodes[best]))) {
        best = i;
        total = other;
      }
    }
    bestTotal = total;
    return nodes[best];
  }

  /** The total of the node that was found to be the best, with what was added. */
  long bestTotal() {
    return bestTotal;
  }

  private long total(int index) {
    return partition.total(nodes[index]) + sums[index];
  }

  /** The raw score that was taken last for the group of a node. */
  long raw(int node) {
    return raw[indexOf(node)];
  }

  /** The final score that was taken last for the group of a node. */
  long finalScore(int node) {
    return scores[indexOf(node)];
  }

  private int indexOf(int node) {
    Group group = partition.of(node);
    for (int i = 0; i < size; i++) {
      if (groups[i] == group) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "node (%d) is not among those to choose from".formatted(node));
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public NodeInfo node(int index) {
    return Objects.requireNonNull(known.nodeAt(groups[index].any()));
  }

  @Override
  public long get(int index) {
    return scores[index];
  }

  @Override
  public void set(int index, long score) {
    scores[index] = score;
  }
}
