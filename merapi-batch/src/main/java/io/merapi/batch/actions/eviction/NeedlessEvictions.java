package io.merapi.batch.actions.eviction;

import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import java.util.ArrayList;
import java.util.List;

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

  NeedlessEvictions(SchedulingSession session, Statement statement, RoomMaker room) {
    this.session = session;
    this.statement = statement;
    this.room = room;
  }

  void takeBack() {
    for (Statement.Eviction eviction : statement.evictions().reversed()) {
      NodeState node = session.node(eviction.task().nodeName());
      if (node != null && node.fitsFutureIdle(eviction.task())) {
        tryWithout(eviction);
      }
    }
  }

  /**
   * Plugins count a pipelined task already, so whether it still fits can only be asked while it is
   * not there; and it may be the victim's queue or domain that had to give way, so all are asked.
   */
  private void tryWithout(Statement.Eviction eviction) {
    List<Placed> placed = placed();
    placed.forEach(one -> statement.unpipeline(one.task));
    statement.unevict(eviction.task());
    for (Placed one : placed) {
      if (!room.fits(one.task, one.node) || !pipeline(one)) {
        placed.forEach(each -> statement.unpipeline(each.task));
        statement.evict(eviction.task(), eviction.reason());
        placed.forEach(this::pipeline);
        return;
      }
    }
  }

  private List<Placed> placed() {
    var placed = new ArrayList<Placed>();
    for (TaskState task : statement.pipelined()) {
      NodeState node = session.node(task.nodeName());
      if (node != null) {
        placed.add(new Placed(task, node, task.evictionOccurred()));
      }
    }
    return placed;
  }

  private boolean pipeline(Placed one) {
    return statement.pipeline(one.task, one.node, one.evictionOccurred).isSuccess();
  }

  private record Placed(TaskState task, NodeState node, boolean evictionOccurred) {}
}
