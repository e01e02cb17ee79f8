package io.merapi.api.session.extension;

import io.merapi.api.framework.Dependence;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.Optional;

/** Says whether a task fits a node, resources left aside: actions look at those themselves. */
public interface Predicate extends BatchPlugin {

  /** Called after all pre-predicates. The first plugin that refuses decides, with all it knows. */
  Fit predicate(Task task, SessionNode node);

  /** What the answer depends on; the engine asks again only when that has changed. */
  default Dependence predicateDependence(Task task) {
    return Dependence.CLUSTER;
  }

  /**
   * The halves of the answer where it depends on {@link Dependence#COUNTS}, the same object for
   * tasks of one class that the plugin cannot tell apart. Where there are none, as by default, that
   * is as much as {@link Dependence#CLUSTER}.
   */
  default Optional<CountedPredicate> countedPredicate(Task task) {
    return Optional.empty();
  }
}
