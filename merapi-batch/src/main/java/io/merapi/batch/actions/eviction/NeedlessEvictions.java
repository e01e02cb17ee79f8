package io.merapi.batch.actions.eviction;

import io.merapi.api.pod.PodClass;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes back those evictions of a statement that its tasks can do without, the most important
 * victims first.
 *
 * <p>Victims are picked one by one until a task fits, so a small one may go before a large one that
 * would have sufficed alone, and what goes for one task may suffice for another.
 */
final class NeedlessEvictions {

  private final SchedulingSession session;
  private final Statement statement;
  private final RoomMaker room;
  private final List<Placed> placed = new ArrayList<>();

  /** The last that was placed of each class. */
  private final Map<PodClass, Placed> lastOfClass = new LinkedHashMap<>();

  private boolean anyGoesByCluster;

  NeedlessEvictions(SchedulingSession session, Statement statement, RoomMaker room) {
    this.session = session;
    this.statement = statement;
    this.room = room;
    for (TaskState task : statement.pipelined()) {
      NodeState node = session.node(task.nodeName());
      if (node != null) {
        var one = new Placed(task, node, task.evictionOccurred());
        placed.add(one);
        lastOfClass.put(task.info().podClass(), one);
        anyGoesByCluster |= !session.fitness().fitsGoByNodes(task);
      }
    }
  }

  void takeBack() {
    for (Statement.Eviction eviction : statement.evictions().reversed()) {
      NodeState node = session.node(eviction.task().nodeName());
      if (node != null && node.fitsFutureIdle(eviction.task())) {
        tryWithout(eviction, concerned(node));
      }
    }
  }

  /**
   * The placed tasks to be asked again if a victim stays on a node: those of the node; elsewhere
   * one of each class, since it may be the victim's queue that had to give way; and all of them
   * where one goes by more than its own node.
   */
  private List<Placed> concerned(NodeState node) {
    return anyGoesByCluster
        ? placed
        : placed.stream()
            .filter(
                one -> one.node == node || one.equals(lastOfClass.get(one.task.info().podClass())))
            .toList();
  }

  /**
   * Plugins count a pipelined task already, so whether it still fits can only be asked while it is
   * not there.
   */
  private void tryWithout(Statement.Eviction eviction, List<Placed> concerned) {
    concerned.forEach(one -> statement.unpipeline(one.task));
    statement.unevict(eviction.task());
    for (Placed one : concerned) {
      if (!room.fits(one.task, one.node) || !pipeline(one)) {
        concerned.forEach(each -> statement.unpipeline(each.task));
        statement.evict(eviction.task(), eviction.reason());
        concerned.forEach(this::pipeline);
        return;
      }
    }
  }

  private boolean pipeline(Placed one) {
    return statement.pipeline(one.task, one.node, one.evictionOccurred).isSuccess();
  }

  private record Placed(TaskState task, NodeState node, boolean evictionOccurred) {}
}
