package io.merapi.batch.actions.eviction;

import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Evicts tasks from one node, the least important first, until another fits and is pipelined.
 *
 * <p>Either both happen or neither: where the task does not fit in the end, or cannot be pipelined,
 * nobody was evicted.
 */
public final class RoomOnNode {

  private final SchedulingSession session;
  private final String reason;
  private final BiPredicate<Task, NodeState> fits;
  private final Predicate<Task> makesRoom;

  /**
   * @param reason the word for events, such as {@code preempt}
   * @param fits whether a task could be pipelined on a node as things stand
   * @param makesRoom whether the task that follows a victim is told to have been made room for
   */
  public RoomOnNode(
      SchedulingSession session,
      String reason,
      BiPredicate<Task, NodeState> fits,
      Predicate<Task> makesRoom) {
    this.session = session;
    this.reason = reason;
    this.fits = fits;
    this.makesRoom = makesRoom;
  }

  /** Whether a task would have enough resources on a node once all victims are gone. */
  public static boolean suffices(Task task, SessionNode node, List<Task> victims) {
    ResourcesSum room = node.futureIdle().sum();
    victims.forEach(victim -> room.add(victim.request()));
    return task.request().lessEqual(room.toResources(), MissingDimension.ZERO);
  }

  /**
   * Makes room for a task on a node and pipelines it there.
   *
   * @param victims tasks on the node that may go; without them there must be enough resources
   * @param into has the moves in the end, or nothing new where it did not work
   * @return whether it worked
   */
  public boolean make(Task task, NodeState node, List<Task> victims, Statement into) {
    Statement own = session.statement();
    try {
      boolean room = evict(task, node, victims, own);
      boolean roomMade = own.evictions().stream().map(Statement.Eviction::task).anyMatch(makesRoom);
      if (room && own.pipeline(task, node, roomMade).isSuccess()) {
        into.merge(List.of(own));
        return true;
      }
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      own.discard();
      throw e;
    }
    own.discard();
    return false;
  }

  private boolean evict(Task task, NodeState node, List<Task> victims, Statement statement) {
    var queue = new OrderedHeap<Task>(session.victimOrder(task));
    victims.forEach(queue::push);
    boolean room = fits.test(task, node);
    while (!room && !queue.isEmpty()) {
      statement.evict(queue.pop(), reason);
      room = fits.test(task, node);
    }
    return room;
  }
}
