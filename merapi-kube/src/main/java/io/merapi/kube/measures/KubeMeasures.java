package io.merapi.kube.measures;

import java.time.Duration;

/**
 * Told what a scheduler of single pods does.
 *
 * <p>All calls come from the scheduling thread, one after the other, and must return at once. A
 * moment is what {@link #now} gave.
 */
public interface KubeMeasures {

  /** Measures nothing, and reads no clock. */
  KubeMeasures NONE = new KubeMeasures() {};

  /** This moment in nanoseconds, by a clock that only goes forward. */
  default long now() {
    return 0;
  }

  /** A scheduler begins, with nothing in its queue; it may take the place of another. */
  default void started() {}

  /** Takes what concerns one profile. */
  default ProfileMeasures ofProfile(String schedulerName) {
    return ProfileMeasures.NONE;
  }

  /**
   * A node was looked for, and room for the pod where there was none.
   *
   * @param begun when
   */
  default void searched(long begun) {}

  /**
   * A pod was bound.
   *
   * @param attempts how often it was tried
   * @param afterTimeout whether nothing but time had brought it back to the queue
   */
  default void bound(int attempts, boolean afterTimeout) {}

  /**
   * How long a pod took that was bound, from when it could first be tried.
   *
   * @param attempts how often it was tried
   */
  default void waitedForNode(int attempts, Duration wait) {}

  /**
   * A pod came to a pool of the queue.
   *
   * @param event what brought it there, in upstream's words
   */
  default void entered(QueuePool pool, String event) {}

  /**
   * A plugin was asked whether an event helps a pod.
   *
   * @param helps its answer
   * @param begun when it was asked
   */
  default void hinted(String plugin, String event, boolean helps, long begun) {}

  /** A plugin was asked to make room for a pod by evicting others. */
  default void preemptionTried() {}

  /** Pods were chosen to make room for another. */
  default void preempted(int victims) {}

  /**
   * A pod no longer waits for permission to be bound.
   *
   * @param status the answer, as upstream names it
   * @param begun since when it waited
   */
  default void permitWaited(String status, long begun) {}
}
