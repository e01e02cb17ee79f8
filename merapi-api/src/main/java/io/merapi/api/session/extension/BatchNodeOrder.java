package io.merapi.api.session.extension;

import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.List;

/** Scores all nodes that a task fits together; the scores of all plugins add up. */
public interface BatchNodeOrder extends BatchPlugin {

  /**
   * The scores of the nodes, in their order.
   *
   * @throws ScoreException if none can be given; then the task is given no node at all
   */
  double[] scoreNodes(Task task, List<? extends SessionNode> nodes);
}
