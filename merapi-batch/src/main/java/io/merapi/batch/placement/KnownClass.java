package io.merapi.batch.placement;

import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.ChangedNodes;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.tier.PluginFailure;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one class of tasks: which nodes fit and what they score. Plugins are asked
 * again only about nodes that have changed. Used by one thread.
 */
final class KnownClass {

  private final List<NodeState> nodes;
  private final NodeFitness fitness;
  private final ChangedNodes changed;
  private final ClassFit fit;
  private final @Nullable ClassScores scores;

  /** How many changes of nodes are taken into account; less than none before the first. */
  private int read = -1;

  KnownClass(
      TaskState task,
      List<NodeState> nodes,
      NodeFitness fitness,
      ChangedNodes changed,
      TieOrder ties) {
    this.nodes = nodes;
    this.fitness = fitness;
    this.changed = changed;
    this.fit = new ClassFit(nodes);
    this.scores =
        parts(task, fitness).map(parts -> new ClassScores(nodes.size(), parts, ties)).orElse(null);
  }

  /** The parts of scores by plugin; empty where a plugin scores nodes only together. */
  private static Optional<List<List<ScorePart>>> parts(TaskState task, NodeFitness fitness) {
    if (!fitness.highestSumDecides()) {
      return Optional.empty();
    }
    var all = new ArrayList<List<ScorePart>>();
    for (BatchNodeOrder plugin : fitness.batchNodeOrders().plugins()) {
      Optional<List<ScorePart>> parts = plugin.scoreParts(task);
      if (parts.isEmpty()) {
        return Optional.empty();
      }
      all.add(parts.get());
    }
    return Optional.of(all);
  }

  /**
   * Asks plugins about nodes that have changed.
   *
   * @param asked what a node says of the task, room included
   * @throws Unanswered if a plugin fails; then this is of no more use
   */
  void update(TaskState task, BiFunction<TaskState, NodeState, Fit> asked) throws Unanswered {
    var dirty = new NodeSet();
    if (read < 0) {
      nodes.forEach(node -> dirty.add(node.index()));
    } else {
      changed.since(read, dirty::add);
    }
    if (dirty.size() == 0) {
      return;
    }
    read = changed.count();
    try {
      update(task, dirty, asked);
    } catch (PluginFailure | ScoreException _) {
      throw new Unanswered();
    }
  }

  private void update(TaskState task, NodeSet dirty, BiFunction<TaskState, NodeState, Fit> asked)
      throws Unanswered {
    var entering = new NodeSet();
    for (int index = dirty.next(0); index >= 0; index = dirty.next(index + 1)) {
      NodeState node = nodes.get(index);
      fit.put(task, index, asked.apply(task, node));
      if (scores != null) {
        scores.leave(index);
        if (fit.of(index).isSuccess()) {
          scores.put(node, fitness.nodeOrders().sum(plugin -> plugin.scoreNode(task, node)));
        }
        if (fit.now().contains(index)) {
          entering.add(index);
        }
      }
    }
    if (scores != null) {
      scores.enter(entering, fit.now());
    }
  }

  ClassFit fit() {
    return fit;
  }

  /** The scores; null where nodes must be scored together. */
  @Nullable ClassScores scores() {
    return scores;
  }
}
