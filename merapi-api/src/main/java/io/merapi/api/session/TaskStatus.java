package io.merapi.api.session;

import io.merapi.api.pod.Pod;

/** Where a task is in its life; finer than the phase of its pod. */
public enum TaskStatus {
  /** Waits for a node. */
  PENDING("Pending"),
  /** Has a node in this session; not handed to the binder yet. */
  ALLOCATED("Allocated"),
  /** Has a node whose resources are still being released. */
  PIPELINED("Pipelined"),
  /** On its way to the API server. */
  BINDING("Binding"),
  /** Bound to its node; not running yet. */
  BOUND("Bound"),
  RUNNING("Running"),
  /** Being deleted; its resources will be free. */
  RELEASING("Releasing"),
  SUCCEEDED("Succeeded"),
  FAILED("Failed"),
  /** The node or the object does not say. */
  UNKNOWN("Unknown");

  private final String text;

  TaskStatus(String text) {
    this.text = text;
  }

  /** The word that users see in conditions and events. */
  public String text() {
    return text;
  }

  /** The status that a pod has before any session has touched it. */
  public static TaskStatus of(Pod pod) {
    boolean deleting = pod.meta().deletionTimestamp() != null;
    return switch (pod.status().phase()) {
      case RUNNING -> deleting ? RELEASING : RUNNING;
      case PENDING -> {
        if (deleting) {
          yield RELEASING;
        }
        yield pod.assigned() ? BOUND : PENDING;
      }
      case SUCCEEDED -> SUCCEEDED;
      case FAILED -> FAILED;
      case UNKNOWN, UNSET -> UNKNOWN;
    };
  }

  /** Whether the task holds resources of a node for itself. */
  public boolean holdsResources() {
    return switch (this) {
      case ALLOCATED, BINDING, BOUND, RUNNING -> true;
      case PENDING, PIPELINED, RELEASING, SUCCEEDED, FAILED, UNKNOWN -> false;
    };
  }

  /**
   * Whether the task counts for the readiness of its job: it holds resources, or ended well.
   * Upstream's {@code ReadyTaskNum}.
   */
  public boolean ready() {
    return holdsResources() || this == SUCCEEDED;
  }

  /** Whether the task may be evicted for another one. */
  public boolean evictable() {
    return this == BOUND || this == RUNNING;
  }

  /** Whether the task has ended, well or not. */
  public boolean completed() {
    return this == SUCCEEDED || this == FAILED;
  }
}
