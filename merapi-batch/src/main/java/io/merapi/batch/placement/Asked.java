package io.merapi.batch.placement;

import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeFitness;
import io.merapi.kube.framework.FanOut;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that are asked about a task by the definition, many together, and what they say. They are
 * gathered for one task after the other.
 *
 * <p>Used by one thread. Where there are many nodes and plugins allow it, others help it to ask:
 * each writes to the places of its own nodes, and what is known of the class changes only after all
 * have answered.
 */
final class Asked {

  /** Enough for many threads to share; with more of them answers would only take more room. */
  private static final int MOST = 4096;

  private final ReferenceTaskPlacement reference;
  private final NodeFitness fitness;
  private final OwnTerms ownTerms;
  private @Nullable TaskState task;
  private int[] nodes = new int[16];
  private int count;

  // What they say, by the place among those that are asked.
  private @Nullable Object[] answers = new @Nullable Object[16];
  private long[] own = {};
  private long[] parts = {};

  Asked(ReferenceTaskPlacement reference, NodeFitness fitness) {
    this.reference = reference;
    this.fitness = fitness;
    this.ownTerms = new OwnTerms(fitness.nodeOrders());
  }

  /** Begins with no nodes, for another task. */
  void begin(TaskState other) {
    task = other;
    forget();
  }

  /** The task that nodes are asked about. */
  TaskState task() {
    return Objects.requireNonNull(task);
  }

  /** Begins with no nodes. */
  void forget() {
    Arrays.fill(answers, 0, count, null);
    count = 0;
  }

  /** Adds a node to those that are to be asked, each once. */
  void add(int node) {
    if (count == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * count);
      answers = Arrays.copyOf(answers, 2 * count);
    }
    nodes[count++] = node;
  }

  /** Whether the nodes so far must be asked before more are added. */
  boolean isFull() {
    return count == MOST;
  }

  /** How many nodes there are. */
  int count() {
    return count;
  }

  /** The node at a place. */
  int node(int place) {
    return nodes[place];
  }

  /**
   * Asks the nodes whether the task fits, and those that it fits what they score.
   *
   * @param all the nodes of the session
   * @param scores of the class of the task; null where nodes must be scored together
   */
  void ask(List<NodeState> all, @Nullable ClassScores scores) {
    if (scores != null && parts.length < scores.width() * count) {
      parts = new long[scores.width() * count];
    }
    if (scores != null && own.length < ownTerms.width() * count) {
      own = new long[ownTerms.width() * count];
    }
    TaskState about = task();
    FanOut fanOut = fitness.fanOut(about, count);
    if (fanOut.spreads(count)) {
      fanOut.forEach(count, place -> ask(about, all, scores, place));
    } else {
      for (int place = 0; place < count; place++) {
        ask(about, all, scores, place);
      }
    }
  }

  private void ask(TaskState about, List<NodeState> all, @Nullable ClassScores scores, int place) {
    NodeState node = all.get(nodes[place]);
    if (!node.fitsFutureIdle(about)) {
      answers[place] = node.futureIdle();
      return;
    }
    Fit fit = reference.predicate(about, node);
    answers[place] = fit;
    if (scores != null && fit.isSuccess()) {
      if (scores.needsOwn(node.index())) {
        ownTerms.ask(about, node, own, place * ownTerms.width());
      }
      scores.ask(node, parts, place * scores.width());
    }
  }

  /** What the node at a place says of the task: a {@link Fit}, or the room that is too little. */
  Object answer(int place) {
    return Objects.requireNonNull(answers[place]);
  }

  /** Whether something is broken about any of the nodes. */
  boolean anyFailed() {
    for (int place = 0; place < count; place++) {
      if (answer(place) instanceof Fit fit && fit.has(Fit.Code.ERROR)) {
        return true;
      }
    }
    return false;
  }

  /** What the plugins that score nodes one by one say, and how it is added up. */
  OwnTerms ownTerms() {
    return ownTerms;
  }

  /**
   * The bits of the {@link OwnTerms} of nodes that fit, where they were needed, one place after the
   * other.
   */
  long[] own() {
    return own;
  }

  /** What the parts of the scores say of nodes that fit, one place after the other. */
  long[] parts() {
    return parts;
  }
}
