package io.merapi.batch.placement;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.extension.BatchNodeOrder;
import io.merapi.api.session.extension.BatchNodeOrder.ScorePart;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.ChangedNodes;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.tier.PluginFailure;
import io.merapi.kube.placement.NodeSet;
import io.merapi.kube.placement.TieOrder;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** Whether what plugins say of nodes one by one stays the same whatever is on them. */
  private final boolean ownScoresStay;

  /** How many changes of nodes are taken into account; less than none before the first. */
  private int read = -1;

  /** Nodes that were asked again; empty but while that goes on. */
  private final NodeSet askedAgain = new NodeSet();

  private int search;
  private int[] replacedNodes = new int[16];
  private Fit[] replaced = new Fit[16];
  private int replacedCount;
  private @Nullable FitErrors refusal;

  KnownClass(
      TaskState task,
      List<NodeState> nodes,
      NodeFitness fitness,
      ChangedNodes changed,
      TieOrder ties) {
    this.nodes = nodes;
    this.fitness = fitness;
    this.changed = changed;
    this.fit = new ClassFit(nodes.size());
    this.scores =
        parts(task, fitness).map(parts -> new ClassScores(nodes.size(), parts, ties)).orElse(null);
    this.ownScoresStay =
        fitness.nodeOrders().all(plugin -> plugin.nodeOrderDependence(task) == Dependence.NODES);
  }

  /** The parts of scores by plugin; empty where a plugin scores nodes only together. */
  static Optional<List<List<ScorePart>>> parts(TaskState task, NodeFitness fitness) {
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
   * @param newSearch the number of the search; answers that are replaced are kept while it lasts
   * @throws Unanswered if a plugin fails; then this is of no more use
   */
  void update(TaskState task, BiFunction<TaskState, NodeState, Fit> asked, int newSearch)
      throws Unanswered {
    if (search != newSearch) {
      search = newSearch;
      Arrays.fill(replaced, 0, replacedCount, Fit.fits());
      replacedCount = 0;
    }
    if (read == changed.count()) {
      return;
    }
    try {
      if (read < 0) {
        for (NodeState node : nodes) {
          update(task, node, asked);
        }
      } else {
        updateChanged(task, asked);
      }
      read = changed.count();
      if (scores != null) {
        scores.settle(fit.now());
      }
    } catch (PluginFailure | ScoreException _) {
      throw new Unanswered();
    }
  }

  private void updateChanged(TaskState task, BiFunction<TaskState, NodeState, Fit> asked) {
    for (int i = read; i < changed.count(); i++) {
      int index = changed.at(i);
      if (askedAgain.add(index)) {
        keepReplaced(index, fit.of(index));
        update(task, nodes.get(index), asked);
      }
    }
    for (int i = read; i < changed.count(); i++) {
      askedAgain.remove(changed.at(i));
    }
  }

  private void update(TaskState task, NodeState node, BiFunction<TaskState, NodeState, Fit> asked) {
    boolean other = fit.put(task, node, asked.apply(task, node));
    refusal = other ? null : refusal;
    if (scores == null) {
      return;
    }
    int index = node.index();
    if (fit.now().contains(index) || fit.later().contains(index)) {
      if (!ownScoresStay || !scores.hasOwn(index)) {
        scores.putOwn(index, fitness.nodeOrders().sum(NodeOrder::scoreNode, task, node));
      }
      scores.put(node, fit.now().contains(index));
    } else {
      scores.leave(index);
    }
  }

  private void keepReplaced(int node, Fit answer) {
    if (replacedCount == replaced.length) {
      replacedNodes = Arrays.copyOf(replacedNodes, 2 * replacedCount);
      replaced = Arrays.copyOf(replaced, 2 * replacedCount);
    }
    replacedNodes[replacedCount] = node;
    replaced[replacedCount++] = answer;
  }

  /** How many answers of nodes were replaced since the search began. */
  int replacedCount() {
    return replacedCount;
  }

  /** The node of an answer that was replaced, counted from the first. */
  int replacedNode(int count) {
    return replacedNodes[count];
  }

  /** An answer that was replaced, counted from the first. */
  Fit replaced(int count) {
    return replaced[count];
  }

  ClassFit fit() {
    return fit;
  }

  /** The scores; null where nodes must be scored together. */
  @Nullable ClassScores scores() {
    return scores;
  }

  /** What all nodes have against the class; the same object until one says something else. */
  FitErrors refusal() {
    FitErrors kept = refusal;
    if (kept == null) {
      kept = new FitErrors();
      for (NodeState node : nodes) {
        kept.setNode(node.name(), fit.of(node.index()));
      }
      refusal = kept;
    }
    return kept;
  }
}
