package io.merapi.batch.actions.preempt;

import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.CycleState;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds victims for a task without touching the session: on a copy of a node they are taken off,
 * the least important first, until the task fits; then those are put back, the most important
 * first, without which it fits all the same.
 */
final class DryRunVictims {

  private final SchedulingSession session;
  private final Task task;

  DryRunVictims(SchedulingSession session, Task task) {
    this.session = session;
    this.task = task;
  }

  /**
   * The victims on a node, in the order in which they were tried to be spared; empty for none.
   *
   * @param allowed who may go; once all of them are gone there is enough room
   */
  List<Task> on(NodeState node, List<Task> allowed) {
    return new Attempt(node.copy(), session.cycleState(task).copy()).victims(allowed);
  }

  /** What is tried on one node. */
  private final class Attempt {

    private final NodeState node;
    private final CycleState state;
    private final @Nullable QueueInfo queue;

    Attempt(NodeState node, CycleState state) {
      this.node = node;
      this.state = state;
      Job job = task.job();
      this.queue = job == null ? null : session.queue(job.queue());
    }

    List<Task> victims(List<Task> allowed) {
      var leastFirst = new OrderedHeap<Task>(session.victimOrder(task));
      allowed.forEach(leastFirst::push);
      var removed = new ArrayList<Task>();
      boolean room = false;
      while (!room && !leastFirst.isEmpty()) {
        Task victim = leastFirst.pop();
        if (!remove(victim)) {
          return List.of();
        }
        removed.add(victim);
        room = fits();
      }
      return room || acceptableAnyway() ? unspared(removed.reversed()) : List.of();
    }

    /** Kept from upstream: in the end only filters count, even if the queue may not grow. */
    private boolean acceptableAnyway() {
      return !session.fixes().has(Fix.REFILTER_AFTER_EACH_VICTIM)
          && session.dryRun().predicate(state, task, node).isSuccess();
    }

    private List<Task> unspared(List<Task> removed) {
      var victims = new ArrayList<Task>();
      for (Task victim : removed) {
        if (!add(victim)) {
          return List.of();
        }
        if (!fits()) {
          if (!remove(victim)) {
            return List.of();
          }
          victims.add(victim);
        }
      }
      return victims;
    }

    private boolean fits() {
      return queue != null
          && session.dryRun().allocatable(state, queue, task)
          && node.fitsFutureIdle(task)
          && session.dryRun().predicate(state, task, node).isSuccess();
    }

    private boolean remove(Task victim) {
      return session.dryRun().remove(state, task, victim, node).isSuccess() && node.remove(victim);
    }

    private boolean add(Task victim) {
      return session.dryRun().add(state, task, victim, node).isSuccess() && node.add(victim);
    }
  }
}
