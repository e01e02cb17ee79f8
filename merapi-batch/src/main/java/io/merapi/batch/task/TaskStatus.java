package io.merapi.batch.task;

import io.merapi.api.pod.Pod;

/** Where a task is in its life. */
public enum TaskStatus {
  /** Waits for a node. */
  PENDING,
  /** Has a node in this session; not handed to the binder yet. */
  ALLOCATED,
  /** Has a node whose resources are still being released. */
  PIPELINED,
  /** On its way to the API server. */
  BINDING,
  /** Bound to its node; not running yet. */
  BOUND,
  RUNNING,
  /** Being deleted; its resources will be free. */
  RELEASING,
  SUCCEEDED,
  FAILED,
  /** The node or the object does not say. */
  UNKNOWN;

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

  /** Whether the task may be evicted for another one. */
  public boolean evictable() {
    return this == BOUND || this == RUNNING;
  }

  /** Whether the task has ended, well or not. */
  public boolean completed() {
    return this == SUCCEEDED || this == FAILED;
  }
}
