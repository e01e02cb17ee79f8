package io.merapi.api.session.extension;

import io.merapi.api.framework.CycleState;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;

/** The same as {@link Predicate} in a dry run. */
public interface SimulatePredicate extends BatchPlugin {

  /**
   * Judges by the state of the dry run.
   *
   * @param state a copy of the cycle state of the task
   * @param node a copy of the node
   */
  Fit simulatePredicate(CycleState state, Task task, SessionNode node);
}
