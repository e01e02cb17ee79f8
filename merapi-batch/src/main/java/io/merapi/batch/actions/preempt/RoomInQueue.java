package io.merapi.batch.actions.preempt;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.batch.actions.eviction.EvictionNodes;
import io.merapi.batch.actions.eviction.NodesToTry;
import io.merapi.batch.actions.eviction.RoomMaker;
import io.merapi.batch.actions.eviction.RoomOnNode;
import io.merapi.batch.actions.eviction.VictimRules;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import java.util.List;

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
  private final NodeSearch search;
  private final VictimRules victims;
  private final RoomOnNode room;

  RoomInQueue(
      SchedulingSession session,
      PreemptArgs args,
      EvictionNodes nodes,
      NodeSearch search,
      VictimRules victims) {
    this.session = session;
    this.args = args;
    this.nodes = nodes;
    this.search = search;
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
    session.measures().preemptionTried();
    NodesToTry found = nodes.find(task, victims, search);
    return (session.fixes().has(Fix.MINIMAL_EVICTIONS) && useFreeRoom(task, found, statement))
        || evict(task, found, statement);
  }

  private boolean useFreeRoom(TaskState task, NodesToTry found, Statement statement) {
    List<NodeState> free = found.maybeFree().stream().filter(node -> fits(task, node)).toList();
    for (NodeState node : session.fitness().ranked(task, free)) {
      if (room.make(task, node, List.of(), statement)) {
        return true;
      }
    }
    return false;
  }

  private boolean evict(TaskState task, NodesToTry found, Statement statement) {
    if (!args.topologyAware()) {
      return found.anyMatch((node, mayGo) -> {
        session.measures().preemptionVictims(mayGo.size());
        return room.make(task, node, mayGo, statement);
      });
    }
    var dryRun = new DryRunPreemption(session, args, task, found);
    for (List<NodeState> together : session.shard().inTurn(found.all())) {
      if (dryRun.preempt(together, statement)) {
        return true;
      }
    }
    return false;
  }
}
