package io.merapi.batch.actions.eviction;

import io.merapi.api.session.Task;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.VictimVotes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who may be evicted for a task: what tells the ways of making room apart. */
public interface VictimRules {

  /** Whether a task may be proposed as a victim, as its node, job and queue go. */
  boolean mayPropose(Task evictor, Task task);

  /** What plugins say of those that are proposed. */
  VictimVotes<?> votes();

  /** Whether a node will do from which nobody need go. */
  boolean takesFreeRoom();

  /**
   * What proposals go by of a task, as it is now, beside the class of its pod: for two of one class
   * with equal traits they are the same.
   */
  Object traits(TaskState evictor);

  /** The tasks among which all are that may be proposed; null where these are not known. */
  default @Nullable Collection<TaskState> proposals(TaskState evictor) {
    return null;
  }

  /**
   * The tasks on a node that may be proposed as victims, in order of creation: plugins that count
   * what they let go of answer by that order.
   */
  default List<Task> candidates(Task evictor, NodeState node) {
    var candidates = new ArrayList<TaskState>();
    node.forEachTask(task -> {
      if (mayPropose(evictor, task)) {
        candidates.add((TaskState) task);
      }
    });
    candidates.sort(TaskState.BY_CREATION);
    return List.copyOf(candidates);
  }
}
