package io.merapi.api.session.extension;

import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;

/** Gives a node a raw score, which counts after its {@link NodeReduce} has seen all of them. */
public interface NodeMap extends BatchPlugin {

  /**
   * The raw score, of which only the whole part counts.
   *
   * @throws ScoreException if none can be given; the node then counts as if no plugin scored it
   */
  double mapNode(Task task, SessionNode node);
}
