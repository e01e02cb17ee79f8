package io.merapi.api.session.extension;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;

/** Says how well a task suits a node that it fits; the scores of all plugins add up. */
public interface NodeOrder extends BatchPlugin {

  /**
   * The score of one node, on any scale.
   *
   * @throws ScoreException if none can be given; the node then counts as if no plugin scored it
   */
  double scoreNode(Task task, SessionNode node);

  /** What the answer depends on; the engine asks again only when that has changed. */
  default Dependence nodeOrderDependence(Task task) {
    return Dependence.CLUSTER;
  }
}
