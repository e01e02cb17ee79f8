package io.merapi.api.session.extension;

import io.merapi.api.framework.Dependence;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;

/** Says whether a task fits a node, resources left aside: actions look at those themselves. */
public interface Predicate extends BatchPlugin {

  /** Called after all pre-predicates. The first plugin that refuses decides, with all it knows. */
  Fit predicate(Task task, SessionNode node);

  /** What the answer depends on; the engine asks again only when that has changed. */
  default Dependence predicateDependence(Task task) {
    return Dependence.CLUSTER;
  }
}
