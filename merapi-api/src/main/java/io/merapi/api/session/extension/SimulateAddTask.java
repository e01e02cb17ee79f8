package io.merapi.api.session.extension;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Verdict;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;

/** Learns, in a dry run, of a task that is put back on a node. */
public interface SimulateAddTask extends BatchPlugin {

  /**
   * Changes the state of the dry run only.
   *
   * @param state a copy of the cycle state of the task to schedule
   * @param node a copy of the node
   */
  Verdict simulateAddTask(CycleState state, Task toSchedule, Task toAdd, SessionNode node);
}
