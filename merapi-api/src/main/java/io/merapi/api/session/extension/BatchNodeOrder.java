package io.merapi.api.session.extension;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.ScorePlugin.NodeScores;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
   * on that node alone but for its {@link Normalization}, or is a {@link CountedPart}.
   *
   * <p>Where this cannot be promised, as by default, {@link #scoreNodes} is asked for every task.
   */
  default Optional<List<ScorePart>> scoreParts(Task task) {
    return Optional.empty();
  }

  /**
   * A part of the score of every node, for the tasks of one class.
   *
   * <p>Parts for pods that ask for the same, of one session or of two, that are equal give equal
   * scores to a node that has not changed, as long as the {@link #standpoint} of the plugin is the
   * same; others are asked anew.
   */
  interface ScorePart {

    /** What the node itself gives; asked again when it has changed. */
    long raw(SessionNode node);

    /**
     * How raw scores become final, from 0 to {@link ScorePlugin#MAX_SCORE}; {@link
     * Normalization#OWN} only in a {@link CountedPart}.
     */
    Normalization normalization();

    /** What the final score is multiplied by. */
    long weight();
  }

  /**
   * A part that goes by counts over the cluster: it is the same for all nodes of which the counts
   * say the same. For every task the counts are asked for first, then the part is prepared, and
   * asked about one node of each group of those that are alike.
   */
  interface CountedPart extends ScorePart {

    /** What is counted, as it is now; null for nothing. */
    @Nullable ClusterCounts counts();

    /**
     * Looks at the nodes to choose from, and says whether the part has anything to say of them.
     *
     * @throws ScoreException if no scores can be given
     */
    boolean prepare(List<NodeInfo> feasible);

    /** Brings raw scores to 0 … {@link ScorePlugin#MAX_SCORE}, in place. */
    void normalize(NodeScores scores);

    @Override
    default Normalization normalization() {
      return Normalization.OWN;
    }
  }
}
