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
import org.jspecify.annotations.Nullable;

/**
 * Moves of tasks that are committed together or discarded together.
 *
 * <p>A move takes effect in the session at once. {@link #commit} hands all of them to the cluster;
 * {@link #discard} takes them back, latest first, and leaves nothing behind but each task's {@link
 * Task#lastTransaction}. Both may be called again without effect. The cost is that of the moves,
 * whatever the size of the session.
 */
public final class Statement {

  private final SchedulingSession session;
  private final Moves moves;
  private List<Operation> operations;

  /**
   * @param room how many moves there may well be
   */
  Statement(SchedulingSession session, Moves moves, int room) {
    this.session = session;
    this.moves = moves;
    this.operations = new ArrayList<>(room);
  }

  public boolean isEmpty() {
    return operations.isEmpty();
  }

  /** How many moves wait to be committed. */
  public int size() {
    return operations.size();
  }

  public boolean hasEvictions() {
    return operations.stream().anyMatch(Evict.class::isInstance);
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
      operations.add(new Allocate(state));
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
      operations.add(new Pipeline(state));
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
      operations.add(new Evict(state, before, reason));
    }
    return verdict;
  }

  /** Takes back that a task was pipelined by this statement. */
  public void unpipeline(Task task) {
    if (operations.removeIf(
        operation -> operation instanceof Pipeline(var moved) && moved == task)) {
      moves.unplace((TaskState) task);
    }
  }

  /** Takes back that a task was evicted by this statement. */
  public void unevict(Task task) {
    for (Operation operation : operations) {
      if (operation instanceof Evict(var moved, _, _) && moved == task) {
        operations.remove(operation);
        undo(operation);
        return;
      }
    }
  }

  /** Tasks that are evicted by this statement, in order. */
  public List<Eviction> evictions() {
    return operations.stream()
        .filter(Evict.class::isInstance)
        .map(Evict.class::cast)
        .map(move -> new Eviction(move.task, move.reason))
        .toList();
  }

  /** Tasks that are pipelined by this statement, in order. */
  public List<TaskState> pipelined() {
    return operations.stream().filter(Pipeline.class::isInstance).map(Operation::task).toList();
  }

  /** Takes back everything. */
  public void discard() {
    for (Operation operation : operations.reversed()) {
      operation.task().setLastTransaction(operation.task().transaction());
      undo(operation);
    }
    operations = new ArrayList<>();
  }

  private void undo(Operation operation) {
    switch (operation) {
      case Allocate(var task) -> moves.unplace(task);
      case Pipeline(var task) -> moves.unplace(task);
      case Evict(var task, var before, _) -> moves.restore(task, before);
    }
  }

  /** Hands everything to the cluster; what it does not take is taken back by itself. */
  public void commit() {
    List<Operation> committed = operations;
    operations = new ArrayList<>();
    String evictedFor = "";
    int evicted = 0;
    for (Operation operation : committed) {
      operation.task().setLastTransaction(null);
      switch (operation) {
        case Allocate(var task) -> {
          if (!moves.bind(task).isSuccess()) {
            moves.unplace(task);
          }
        }
        case Pipeline _ -> {}
        case Evict(var task, var before, var reason) -> {
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
      operations.addAll(other.operations);
      other.operations = new ArrayList<>();
    }
  }

  /** The moves of statements, to be made again after these are discarded. */
  public static Saved save(List<Statement> statements) {
    return new Saved(
        statements.stream()
            .flatMap(statement -> statement.operations.stream())
            .map(SavedMove::of)
            .toList());
  }

  /**
   * Makes saved moves again.
   *
   * @return success, or why none of them was made
   */
  public Verdict recover(Saved saved) {
    int before = operations.size();
    for (SavedMove move : saved.moves) {
      Verdict verdict = recover(move);
      if (!verdict.isSuccess()) {
        List<Operation> made = operations.subList(before, operations.size());
        made.reversed().forEach(this::undo);
        made.clear();
        return verdict;
      }
      move.task.setLastTransaction(move.lastTransaction);
      move.task.setJobAllocatedHyperNode("");
    }
    return Verdict.success();
  }

  private Verdict recover(SavedMove move) {
    if (move.operation instanceof Evict(var task, _, var reason)) {
      return evict(task, reason);
    }
    NodeState node = session.node(move.nodeName);
    if (node == null) {
      return Verdict.error("failed to find node %s".formatted(move.nodeName));
    }
    return move.operation instanceof Pipeline
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
      Operation operation,
      TaskState task,
      String nodeName,
      boolean evictionOccurred,
      @Nullable Transaction lastTransaction) {

    static SavedMove of(Operation operation) {
      TaskState task = operation.task();
      return new SavedMove(
          operation, task, task.nodeName(), task.evictionOccurred(), task.lastTransaction());
    }
  }

  private sealed interface Operation {

    TaskState task();
  }

  private record Allocate(TaskState task) implements Operation {}

  private record Pipeline(TaskState task) implements Operation {}

  private record Evict(TaskState task, TaskStatus before, String reason) implements Operation {}
}
