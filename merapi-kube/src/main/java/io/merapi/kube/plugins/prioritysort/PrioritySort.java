package io.merapi.kube.plugins.prioritysort;

import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.QueueSortPlugin;
import io.merapi.api.framework.QueuedPod;

/** Orders pods by priority, the greatest first, and pods of one priority by their time of entry. */
public final class PrioritySort implements QueueSortPlugin {

  public static final String NAME = "PrioritySort";

  public PrioritySort(PluginContext context) {
    // The same constructor as other plugins have; the order needs nothing of the context.
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int compare(QueuedPod first, QueuedPod second) {
    int byPriority = Integer.compare(priority(second), priority(first));
    return byPriority != 0 ? byPriority : first.enqueued().compareTo(second.enqueued());
  }

  private static int priority(QueuedPod queued) {
    return queued.pod().podClass().spec().priorityOrZero();
  }
}
