package io.merapi.api.framework;

/** Orders the pods that wait to be scheduled; exactly one per scheduler. */
public interface QueueSortPlugin extends Plugin {

  /** Negative where the first pod goes before the second; a total order. */
  int compare(QueuedPod first, QueuedPod second);
}
