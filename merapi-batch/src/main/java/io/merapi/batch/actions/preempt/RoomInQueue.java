package io.merapi.batch.actions.preempt;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.batch.actions.eviction.EvictionNodes;
import io.merapi.batch.actions.eviction.RoomMaker;
import io.merapi.batch.actions.eviction.RoomOnNode;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Makes room for a task by evicting others of its queue.
 *
 * <p>Nodes are tried in the order of their scores and the first that works is taken; or, where
 * preemption is topology-aware, some nodes are tried dry and the one with the smallest loss is
 * taken.
 */
final class RoomInQueue implements RoomMaker {

  static final String REASON = "preempt";

  private final SchedulingSession session;
  private final PreemptArgs args;
  private final EvictionNodes nodes;
  private final BiPredicate<Task, Task> victims;
  private final RoomOnNode room;

  /**
   * @param victims whether for the first task the second may be proposed as a victim
   */
  RoomInQueue(
      SchedulingSession session,
      PreemptArgs args,
      EvictionNodes nodes,
      BiPredicate<Task, Task> victims) {
    this.session = session;
    this.args = args;
    this.nodes = nodes;
    this.victims = victims;
    this.room = new RoomOnNode(session, REASON, this::fits, victim -> !victim.bestEffort());
  }

  /** Whether a task fits, as far as its queue, resources and all filters go. */
  @Override
  public boolean fits(Task task, NodeState node) {
    Job job = task.job();
    QueueInfo queue = job == null ? null : session.queue(job.queue());
    return queue != null
        && session.votes().allocatable(queue, task)
        && node.fitsFutureIdle(task)
        && session.fitness().predicate(task, node).isSuccess();
  }

  @Override
  public boolean makeRoom(TaskState task, Statement statement) {
    if (!PreemptEligibility.mayPreempt(task, session)
        || !session.fitness().prePredicate(task).isSuccess()) {
      return false;
    }
    List<NodeState> found = nodes.of(task);
    if (session.fixes().has(Fix.MINIMAL_EVICTIONS) && useFreeRoom(task, found, statement)) {
      return true;
    }
    for (List<NodeState> together : session.shard().inTurn(found)) {
      if (evict(task, together, statement)) {
        return true;
      }
    }
    return false;
  }

  private boolean evict(TaskState task, List<NodeState> found, Statement statement) {
    Predicate<Task> eligible = other -> victims.test(task, other);
    return args.topologyAware()
        ? new DryRunPreemption(session, args, task, eligible).preempt(found, statement)
        : evictInOrder(task, found, eligible, statement);
  }

  private boolean useFreeRoom(TaskState task, List<NodeState> found, Statement statement) {
    List<NodeState> free = found.stream().filter(node -> fits(task, node)).toList();
    for (NodeState node : session.fitness().ranked(task, free)) {
      if (room.make(task, node, List.of(), statement)) {
        return true;
      }
    }
    return false;
  }

  private boolean evictInOrder(
      TaskState task, List<NodeState> found, Predicate<Task> eligible, Statement statement) {
    for (NodeState node : session.fitness().ranked(task, found)) {
      List<Task> candidates = EvictionNodes.candidates(node, eligible);
      if (room.make(task, node, session.evictions().preemptable(task, candidates), statement)) {
        return true;
      }
    }
    return false;
  }
}
