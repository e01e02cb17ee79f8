package io.merapi.api.session.extension;

import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.List;

/** Turns the raw scores of the plugin's {@link NodeMap} into scores that add up with the others. */
public interface NodeReduce extends BatchPlugin {

  /**
   * Changes the scores in place.
   *
   * @param nodes the nodes that were given a raw score
   * @param scores in the order of the nodes
   * @throws ScoreException if none can be given; then the task is given no node at all
   */
  void reduceNodes(Task task, List<? extends SessionNode> nodes, long[] scores);
}
