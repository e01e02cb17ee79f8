package io.merapi.api.session.extension;

import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.List;
import java.util.Optional;

/** Scores all nodes that a task fits together; the scores of all plugins add up. */
public interface BatchNodeOrder extends BatchPlugin {

  /**
   * The scores of the nodes, in their order.
   *
   * @throws ScoreException if none can be given; then the task is given no node at all
   */
  double[] scoreNodes(Task task, List<? extends SessionNode> nodes);

  /**
   * The same scores in parts that the engine can keep up to date by itself: for every task of the
   * class, until the session ends, the score of a node is the sum of its parts, and a part depends
   * on that node alone but for its {@link Normalization}.
   *
   * <p>Where this cannot be promised, as by default, {@link #scoreNodes} is asked for every task.
   */
  default Optional<List<ScorePart>> scoreParts(Task task) {
    return Optional.empty();
  }

  /** A part of the score of every node, for the tasks of one class. */
  interface ScorePart {

    /** What the node itself gives; asked again when it has changed. */
    long raw(SessionNode node);

    /**
     * How raw scores become final, from 0 to {@link ScorePlugin#MAX_SCORE}; never {@link
     * Normalization#OWN}.
     */
    Normalization normalization();

    /** What the final score is multiplied by. */
    long weight();
  }
}
