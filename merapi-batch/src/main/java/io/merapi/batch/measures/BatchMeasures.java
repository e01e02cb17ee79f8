package io.merapi.batch.measures;

import java.time.Instant;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Told what a scheduler of groups of pods does.
 *
 * <p>All calls come from the scheduling thread, one after the other, and must return at once. A
 * moment is what {@link #now} gave.
 */
public interface BatchMeasures {

  /** Measures nothing, and reads no clock. */
  BatchMeasures NONE = new BatchMeasures() {};

  /** This moment in nanoseconds, by a clock that only goes forward. */
  default long now() {
    return 0;
  }

  /** A session was opened. */
  default void sessionOpened(long begun) {}

  /**
   * A session has ended.
   *
   * @param begun when it began to open
   * @param jobs how many it had to look at
   * @param waitingTasks how many tasks still wait for a node; counted when asked for
   */
  default void sessionEnded(long begun, int jobs, IntSupplier waitingTasks) {}

  /** A plugin was made for a session. */
  default void pluginOpened(String plugin, long begun) {}

  /** A plugin was closed at the end of a session. */
  default void pluginClosed(String plugin, long begun) {}

  /** An action was run. */
  default void acted(String action, long begun) {}

  /** A step was taken for a task, or for several at once. */
  default void staged(Stage stage, long begun) {}

  /**
   * A task got to where it is.
   *
   * @param created when its pod was made
   */
  default void reached(Milestone milestone, @Nullable Instant created) {}

  /**
   * A task of a job was handed over to be bound.
   *
   * @param created when the job was made
   */
  default void assumed(String namespace, String name, Instant created) {}

  /** A binding came to its end. */
  default void bound(boolean well) {}

  /** Jobs whose gang was not complete at the end of a session, and what they lack. */
  default void unready(List<UnreadyJob> jobs) {}

  /** A job is gone. */
  default void jobGone(String namespace, String name) {}

  /** Room was looked for on nodes by way of preemption. */
  default void preemptionTried() {}

  /** Tasks that might go were found on a node. */
  default void preemptionVictims(int victims) {}

  /**
   * Moves with evictions among them were committed.
   *
   * @param action the word for events, such as {@code preempt}
   * @param tasks how many are to go
   */
  default void evicted(String action, int tasks) {}

  /** A step of scheduling that is timed. */
  enum Stage {
    /** The search for the node of a task, filters and scores together. */
    PREDICATE,
    PRE_BIND,
    BIND
  }

  /** What a task gets to, one after the other. */
  enum Milestone {
    WATCHED,
    ASSUMED,
    PRE_BOUND,
    BOUND
  }

  /**
   * A job whose gang is not complete.
   *
   * @param tasks how many more it needs
   */
  record UnreadyJob(String namespace, String name, int tasks) {}
}
