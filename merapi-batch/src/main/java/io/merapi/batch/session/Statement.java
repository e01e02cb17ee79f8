package io.merapi.batch.session;

import io.merapi.api.framework.Verdict;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.Task.Transaction;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Moves of tasks that are committed together or discarded together.
 *
 * <p>A move takes effect in the session at once. {@link #commit} hands all of them to the cluster;
 * {@link #discard} takes them back, latest first, and leaves nothing behind but each task's {@link
 * Task#lastTransaction}. Both may be called again without effect. The cost is that of the moves,
 * whatever the size of the session.
 *
 * <p>Implementation note: tasks and what is done to them are two lists, because most are placed,
 * and there is nothing more to say of that.
 */
public final class Statement {

  private final SchedulingSession session;
  private final Moves moves;
  private List<TaskState> tasks;

  /** What each of the tasks went through. */
  private List<Change> changes;

  /**
   * @param room how many moves there may well be
   */
  Statement(SchedulingSession session, Moves moves, int room) {
    this.session = session;
    this.moves = moves;
    this.tasks = new ArrayList<>(room);
    this.changes = new ArrayList<>(room);
  }

  public boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** How many moves wait to be committed. */
  public int size() {
    return tasks.size();
  }

  public boolean hasEvictions() {
    return changes.stream().anyMatch(Evicted.class::isInstance);
  }

  /**
   * Puts a pending task on a node that has room for it.
   *
   * @return success, or why nothing has changed
   */
  public Verdict allocate(Task task, SessionNode node) {
    TaskState state = (TaskState) task;
    Verdict verdict = moves.place(state, (NodeState) node, TaskStatus.ALLOCATED, false, true);
    if (verdict.isSuccess()) {
      add(state, Placed.ALLOCATED);
    }
    return verdict;
  }

  /**
   * Puts a pending task on a node that will have room for it.
   *
   * @param evictionOccurred whether room is made for it by evictions
   * @return success, or why nothing has changed
   */
  public Verdict pipeline(Task task, SessionNode node, boolean evictionOccurred) {
    TaskState state = (TaskState) task;
    Verdict verdict =
        moves.place(state, (NodeState) node, TaskStatus.PIPELINED, evictionOccurred, true);
    if (verdict.isSuccess()) {
      add(state, Placed.PIPELINED);
    }
    return verdict;
  }

  /**
   * Evicts a task from its node.
   *
   * @param reason the word for events, such as {@code preempt}
   * @return success, or why nothing has changed
   */
  public Verdict evict(Task task, String reason) {
    TaskState state = (TaskState) task;
    TaskStatus before = state.status();
    Verdict verdict = moves.release(state);
    if (verdict.isSuccess()) {
      add(state, new Evicted(before, reason));
    }
    return verdict;
  }

  private void add(TaskState task, Change change) {
    tasks.add(task);
    changes.add(change);
  }

  /** Takes back that a task was pipelined by this statement. */
  public void unpipeline(Task task) {
    int place = find(task, Placed.PIPELINED::equals);
    if (place >= 0) {
      remove(place);
      moves.unplace((TaskState) task);
    }
  }

  /** Takes back that a task was evicted by this statement. */
  public void unevict(Task task) {
    int place = find(task, Evicted.class::isInstance);
    if (place >= 0) {
      Change change = changes.get(place);
      remove(place);
      undo((TaskState) task, change);
    }
  }

  /** Where a task went through a change of some kind; below 0 where it did not. */
  private int find(Task task, Predicate<Change> kind) {
    for (int i = 0; i < tasks.size(); i++) {
      if (tasks.get(i) == task && kind.test(changes.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private void remove(int place) {
    tasks.remove(place);
    changes.remove(place);
  }

  /** Tasks that are evicted by this statement, in order. */
  public List<Eviction> evictions() {
    var evictions = new ArrayList<Eviction>();
    for (int i = 0; i < tasks.size(); i++) {
      if (changes.get(i) instanceof Evicted(_, var reason)) {
        evictions.add(new Eviction(tasks.get(i), reason));
      }
    }
    return evictions;
  }

  /** Tasks that are pipelined by this statement, in order. */
  public List<TaskState> pipelined() {
    var pipelined = new ArrayList<TaskState>();
    for (int i = 0; i < tasks.size(); i++) {
      if (changes.get(i) == Placed.PIPELINED) {
        pipelined.add(tasks.get(i));
      }
    }
    return pipelined;
  }

  /** Takes back everything. */
  public void discard() {
    for (int i = tasks.size() - 1; i >= 0; i--) {
      TaskState task = tasks.get(i);
      task.setLastTransaction(task.transaction());
      undo(task, changes.get(i));
    }
    clear();
  }

  private void clear() {
    tasks = new ArrayList<>();
    changes = new ArrayList<>();
  }

  private void undo(TaskState task, Change change) {
    switch (change) {
      case Placed _ -> moves.unplace(task);
      case Evicted(var before, _) -> moves.restore(task, before);
    }
  }

  /** Hands everything to the cluster; what it does not take is taken back by itself. */
  public void commit() {
    List<TaskState> committed = tasks;
    List<Change> committedChanges = changes;
    clear();
    String evictedFor = "";
    int evicted = 0;
    for (int i = 0; i < committed.size(); i++) {
      TaskState task = committed.get(i);
      task.setLastTransaction(null);
      switch (committedChanges.get(i)) {
        case Placed.ALLOCATED -> {
          if (!moves.bind(task).isSuccess()) {
            moves.unplace(task);
          }
        }
        case Placed.PIPELINED -> {}
        case Evicted(var before, var reason) -> {
          if (moves.evict(task, reason).isSuccess()) {
            evictedFor = reason;
            evicted++;
          } else {
            moves.restore(task, before);
          }
        }
      }
    }
    if (!evictedFor.isEmpty()) {
      session.measures().evicted(evictedFor, evicted);
    }
  }

  /** Takes over the moves of other statements, which then have none. */
  public void merge(List<Statement> others) {
    for (Statement other : others) {
      tasks.addAll(other.tasks);
      changes.addAll(other.changes);
      other.clear();
    }
  }

  /** The moves of statements, to be made again after these are discarded. */
  public static Saved save(List<Statement> statements) {
    var saved = new ArrayList<SavedMove>();
    for (Statement statement : statements) {
      for (int i = 0; i < statement.tasks.size(); i++) {
        saved.add(SavedMove.of(statement.tasks.get(i), statement.changes.get(i)));
      }
    }
    return new Saved(saved);
  }

  /**
   * Makes saved moves again.
   *
   * @return success, or why none of them was made
   */
  public Verdict recover(Saved saved) {
    int before = tasks.size();
    for (SavedMove move : saved.moves) {
      Verdict verdict = recover(move);
      if (!verdict.isSuccess()) {
        for (int i = tasks.size() - 1; i >= before; i--) {
          undo(tasks.get(i), changes.get(i));
          remove(i);
        }
        return verdict;
      }
      move.task.setLastTransaction(move.lastTransaction);
      move.task.setJobAllocatedHyperNode("");
    }
    return Verdict.success();
  }

  private Verdict recover(SavedMove move) {
    if (move.change instanceof Evicted(_, var reason)) {
      return evict(move.task, reason);
    }
    NodeState node = session.node(move.nodeName);
    if (node == null) {
      return Verdict.error("failed to find node %s".formatted(move.nodeName));
    }
    return move.change == Placed.PIPELINED
        ? pipeline(move.task, node, move.evictionOccurred)
        : allocate(move.task, node);
  }

  /** Moves that can be made again. */
  public static final class Saved {

    private final List<SavedMove> moves;

    private Saved(List<SavedMove> moves) {
      this.moves = moves;
    }

    public boolean isEmpty() {
      return moves.isEmpty();
    }
  }

  /** A task that is evicted, and the word for events. */
  public record Eviction(Task task, String reason) {}

  private record SavedMove(
      TaskState task,
      Change change,
      String nodeName,
      boolean evictionOccurred,
      @Nullable Transaction lastTransaction) {

    static SavedMove of(TaskState task, Change change) {
      return new SavedMove(
          task, change, task.nodeName(), task.evictionOccurred(), task.lastTransaction());
    }
  }

  private sealed interface Change {}

  private enum Placed implements Change {
    ALLOCATED,
    PIPELINED
  }

  private record Evicted(TaskStatus before, String reason) implements Change {}
}
