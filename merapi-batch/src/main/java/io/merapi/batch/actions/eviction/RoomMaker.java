package io.merapi.batch.actions.eviction;

import io.merapi.api.session.Task;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.Statement;

/** One way of making room for a task. */
public interface RoomMaker {

  /** Whether a task could be pipelined on a node as things stand. */
  boolean fits(Task task, NodeState node);

  /**
   * Tries to make room for a task and to pipeline it.
   *
   * @param statement has the moves in the end, or nothing new where it did not work
   * @return whether it worked
   */
  boolean makeRoom(TaskState task, Statement statement);
}
