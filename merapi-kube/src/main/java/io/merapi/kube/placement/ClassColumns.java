package io.merapi.kube.placement;

import java.util.Arrays;
import java.util.List;

/**
 * What is known of the pods of one class on every node: whether they fit, what each plugin scores,
 * the weighted total, and the best node. Used by one thread.
 *
 * <p>Whoever fills it asks {@link #knows} first: an answer holds for one version of a node, and a
 * node that has taken over the index of another has a version of its own.
 */
public final class ClassColumns {

  /** No node has this version. */
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final long[] weights;
  private final NodeColumn versions = new NodeColumn(UNKNOWN);
  private final NodeSet feasible = new NodeSet();
  private final List<NodeColumn> scores;
  private final BestNodeTree tree;

  /**
   * @param weights of the plugins that score, in their order
   */
  public ClassColumns(long[] weights, TieOrder ties) {
    this.weights = weights.clone();
    this.scores = Arrays.stream(weights).mapToObj(_ -> new NodeColumn(0)).toList();
    this.tree = new BestNodeTree(ties);
  }

  /** Whether what is kept of a node is the answer for this version of it. */
  public boolean knows(int node, long version) {
    return versions.get(node) == version;
  }

  /** The pods do not fit this version of the node. */
  public void reject(int node, long version) {
    versions.set(node, version);
    feasible.remove(node);
    tree.remove(node);
  }

  /**
   * The pods fit this version of the node.
   *
   * @param plugins one score for each weight; not kept
   */
  public void accept(int node, long version, long[] plugins) {
    if (plugins.length != weights.length) {
      throw new IllegalArgumentException(
          "scores (%d) must be as many as weights (%d)".formatted(plugins.length, weights.length));
    }
    long total = 0;
    for (int i = 0; i < weights.length; i++) {
      scores.get(i).set(node, plugins[i]);
      total += plugins[i] * weights[i];
    }
    versions.set(node, version);
    feasible.add(node);
    tree.put(node, total);
  }

  /** The node is gone. */
  public void forget(int node) {
    reject(node, UNKNOWN);
  }

  /** The nodes that the pods fit; a view that changes with the columns, not to be changed. */
  public NodeSet feasible() {
    return feasible;
  }

  /** What a plugin scored for a feasible node, before its weight. */
  public long score(int plugin, int node) {
    return scores.get(plugin).get(node);
  }

  /** The sum of all weighted scores of a feasible node. */
  public long total(int node) {
    return tree.total(node);
  }

  /** The feasible node of the greatest total, or {@link BestNodeTree#NONE}. */
  public int best() {
    return tree.best();
  }
}
