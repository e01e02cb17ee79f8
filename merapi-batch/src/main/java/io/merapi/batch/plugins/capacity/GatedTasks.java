package io.merapi.batch.plugins.capacity;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps room for tasks whose scheduling gate was taken away, or is about to be, because their queue
 * had room, and which have no node yet.
 *
 * <p>Does nothing unless the feature gate {@code SchedulingGatesQueueAdmission} is on.
 */
final class GatedTasks {

  private final boolean on;
  private final Resources nothing;

  /** By queue, then by the identity of the task. */
  private final Map<String, Map<String, Task>> tasks = new LinkedHashMap<>();

  /** Begins with the tasks that earlier sessions let through. */
  GatedTasks(Session session) {
    this.nothing = Resources.none(session.resources());
    this.on = session.gates().enabled(FeatureGate.SCHEDULING_GATES_QUEUE_ADMISSION);
    if (on) {
      session.unsettledJobs().forEach(this::keepForUngated);
    }
  }

  private void keepForUngated(Job job) {
    for (Task task : job.tasks(TaskStatus.PENDING)) {
      if (!task.gated()) {
        keep(job.queue(), task);
      }
    }
  }

  /** Keeps room in a queue for a task, if it has asked for the gate. */
  void keep(String queue, Task task) {
    if (on && asked(task)) {
      tasks.computeIfAbsent(queue, _ -> new LinkedHashMap<>()).put(task.uid(), task);
    }
  }

  private static boolean asked(Task task) {
    return "true".equals(task.pod().meta().annotations().get(VolcanoKeys.QUEUE_ALLOCATION_GATE));
  }

  /** A task that has a node needs no room kept for it. */
  void forget(Task task) {
    tasks.values().forEach(ofQueue -> ofQueue.remove(task.uid()));
  }

  /** What is kept in a queue for others than one task. */
  Resources keptBeside(Task candidate, String queue) {
    Map<String, Task> ofQueue = tasks.get(queue);
    if (ofQueue == null) {
      return nothing;
    }
    ResourcesSum sum = nothing.sum();
    ofQueue.forEach((uid, task) -> {
      if (!uid.equals(candidate.uid())) {
        sum.add(task.request());
      }
    });
    return sum.toResources();
  }
}
