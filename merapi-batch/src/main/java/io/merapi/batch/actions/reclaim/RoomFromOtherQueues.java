package io.merapi.batch.actions.reclaim;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.actions.eviction.EvictionNodes;
import io.merapi.batch.actions.eviction.RoomMaker;
import io.merapi.batch.actions.eviction.RoomOnNode;
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
  private final ReclaimArgs args;
  private final RoomOnNode room;

  RoomFromOtherQueues(SchedulingSession session, QueueInfo queue, ReclaimArgs args) {
    this.session = session;
    this.queue = queue;
    this.args = args;
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
    // Upstream looks anew for each task, so nothing is remembered from one to the next.
    List<NodeState> found = new EvictionNodes(session, args.predicateErrorCache()).of(task);
    List<NodeState> nodes = session.shard().inTurn(found).stream().flatMap(List::stream).toList();
    if (session.fixes().has(Fix.MINIMAL_EVICTIONS)) {
      for (NodeState node : nodes) {
        if (fits(task, node) && room.make(task, node, List.of(), statement)) {
          return true;
        }
      }
    }
    for (NodeState node : nodes) {
      List<Task> candidates = EvictionNodes.candidates(node, this::reclaimable);
      if (!candidates.isEmpty()
          && room.make(task, node, session.evictions().reclaimable(task, candidates), statement)) {
        return true;
      }
    }
    return false;
  }

  private boolean reclaimable(Task task) {
    Job job = task.job();
    if (task.status() != TaskStatus.RUNNING
        || !task.preemptable()
        || job == null
        || job.queue().equals(queue.name())) {
      return false;
    }
    QueueInfo other = session.queue(job.queue());
    return other != null && other.reclaimable();
  }
}
