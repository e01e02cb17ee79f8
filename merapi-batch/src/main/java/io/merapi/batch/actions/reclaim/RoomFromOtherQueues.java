package io.merapi.batch.actions.reclaim;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.batch.actions.eviction.EvictionNodes;
import io.merapi.batch.actions.eviction.NodesToTry;
import io.merapi.batch.actions.eviction.RoomMaker;
import io.merapi.batch.actions.eviction.RoomOnNode;
import io.merapi.batch.actions.eviction.VictimRules;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import java.util.List;

/**
 * Makes room for tasks of one queue by evicting running tasks of queues that may be reclaimed from.
 *
 * <p>Nodes are tried in the order in which the search finds them, whatever their scores; the first
 * that works is taken.
 */
final class RoomFromOtherQueues implements RoomMaker {

  private final SchedulingSession session;
  private final QueueInfo queue;
  private final EvictionNodes nodes;
  private final VictimRules victims;
  private final RoomOnNode room;

  RoomFromOtherQueues(
      SchedulingSession session, QueueInfo queue, EvictionNodes nodes, VictimRules victims) {
    this.session = session;
    this.queue = queue;
    this.nodes = nodes;
    this.victims = victims;
    this.room =
        new RoomOnNode(
            session,
            "reclaim",
            session.fixes().has(Fix.REFILTER_AFTER_EACH_VICTIM)
                ? this::fits
                : (task, node) -> node.fitsFutureIdle(task),
            _ -> true);
  }

  @Override
  public boolean fits(Task task, NodeState node) {
    return node.fitsFutureIdle(task) && session.fitness().predicate(task, node).isSuccess();
  }

  @Override
  public boolean makeRoom(TaskState task, Statement statement) {
    if (task.pod().spec().preemptionPolicy().equals("Never")
        || !session.votes().preemptive(queue, List.of(task))
        || !session.fitness().prePredicate(task).isSuccess()) {
      return false;
    }
    // Upstream looks anew for each task, so that there is nothing to remember.
    NodesToTry found = nodes.find(task, victims, session.search(false));
    return (session.fixes().has(Fix.MINIMAL_EVICTIONS) && useFreeRoom(task, found, statement))
        || found.anyMatch((node, mayGo) -> room.make(task, node, mayGo, statement));
  }

  private boolean useFreeRoom(TaskState task, NodesToTry found, Statement statement) {
    for (List<NodeState> together : session.shard().inTurn(found.maybeFree())) {
      for (NodeState node : together) {
        if (fits(task, node) && room.make(task, node, List.of(), statement)) {
          return true;
        }
      }
    }
    return false;
  }
}
