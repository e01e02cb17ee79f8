package io.merapi.batch.session;

import io.merapi.api.framework.Verdict;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BindContext;
import io.merapi.api.session.extension.BindHandler;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.kube.effects.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The steps that change a session: each moves a task in its job and on its node, and tells plugins.
 *
 * <p>A step either happens whole or not at all; a plugin that throws while a step is undone does
 * not keep the rest from being undone.
 */
final class Moves {

  private final SessionModel model;
  private final SessionPlugins plugins;
  private final BatchEffects effects;
  private final Failures failures;

  Moves(SessionModel model, SessionPlugins plugins, BatchEffects effects, Failures failures) {
    this.model = model;
    this.plugins = plugins;
    this.effects = effects;
    this.failures = failures;
  }

  /**
   * Puts a pending task on a node.
   *
   * @param status {@code ALLOCATED} or {@code PIPELINED}
   * @param evictionOccurred whether room is made for it by evictions
   * @param heedRefusals whether a plugin that fails to take note keeps the task from its node
   */
  Verdict place(
      TaskState task,
      NodeState node,
      TaskStatus status,
      boolean evictionOccurred,
      boolean heedRefusals) {
    JobState job = task.job();
    if (job == null) {
      return Verdict.error("failed to find job %s of task %s".formatted(task.jobKey(), task.key()));
    }
    if (task.status() != TaskStatus.PENDING) {
      return Verdict.error("task %s is not pending".formatted(task));
    }
    job.move(task, status);
    task.assignTo(node.name());
    if (!node.add(task)) {
      job.move(task, TaskStatus.PENDING);
      task.assignTo("");
      return Verdict.error("task %s is on node %s already".formatted(task.key(), node.name()));
    }
    task.setEvictionOccurred(evictionOccurred);
    Verdict told = tellAllocated(task, heedRefusals);
    if (!told.isSuccess()) {
      unplace(task);
    }
    return told;
  }

  /** Takes a task back from the node that it was put on in this session. */
  void unplace(TaskState task) {
    JobState job = jobOf(task);
    NodeState node = model.node(task.nodeName());
    job.move(task, TaskStatus.PENDING);
    if (node != null) {
      node.remove(task);
    }
    tellDeallocated(task);
    task.assignTo("");
    task.setEvictionOccurred(false);
    task.setJobAllocatedHyperNode("");
  }

  /** Marks a task as one that is being deleted from its node. */
  Verdict release(TaskState task) {
    TaskStatus before = task.status();
    update(task, TaskStatus.RELEASING);
    if (!tellDeallocated(task)) {
      restore(task, before);
      return Verdict.error("a plugin failed when task %s was evicted".formatted(task.key()));
    }
    return Verdict.success();
  }

  /** Takes back that a task is being deleted. */
  void restore(TaskState task, TaskStatus before) {
    update(task, before);
    tellAllocated(task, false);
  }

  private void update(TaskState task, TaskStatus status) {
    JobState job = task.job();
    if (job == null) {
      task.setStatus(status);
    } else {
      job.move(task, status);
    }
    NodeState node = model.node(task.nodeName());
    if (node != null) {
      node.update(task);
    }
  }

  /** Hands an allocated task to be bound; where it is not taken, it is as if never allocated. */
  Verdict bind(TaskState task) {
    var context = new BindContext();
    for (BindHandler handler : plugins.bindHandlers()) {
      if (!failures.guard(handler.name(), () -> handler.prepareBind(task, context))) {
        unplace(task);
        return Verdict.error("plugin \"%s\" failed before the binding".formatted(handler.name()));
      }
    }
    if (effects.bind(task.pod(), task.nodeName(), context) instanceof Outcome.Failed(var why)) {
      unplace(task);
      return Verdict.error(why);
    }
    jobOf(task).move(task, TaskStatus.BINDING);
    return Verdict.success();
  }

  /** Has a task evicted; says whether the cluster took it. */
  Verdict evict(TaskState task, String reason) {
    @Nullable JobState job = task.job();
    if (job == null) {
      return Verdict.error("failed to find job %s of task %s".formatted(task.jobKey(), task.key()));
    }
    return effects.evict(task.pod(), job.podGroup(), reason) instanceof Outcome.Failed(var why)
        ? Verdict.error(why)
        : Verdict.success();
  }

  /**
   * Tells all plugins, whatever the others say; gives the first failure.
   *
   * @param heedRefusals false where only a plugin that throws counts
   */
  private Verdict tellAllocated(Task task, boolean heedRefusals) {
    Verdict first = Verdict.success();
    for (TaskEvents handler : plugins.events()) {
      Verdict verdict =
          failures
              .guard(
                  handler.name(),
                  () -> {
                    Verdict answer = handler.allocated(task);
                    return heedRefusals ? answer : Verdict.success();
                  })
              .orElseGet(() -> Verdict.error("plugin \"%s\" failed".formatted(handler.name())));
      first = first.isSuccess() ? verdict : first;
    }
    return first;
  }

  private boolean tellDeallocated(Task task) {
    boolean all = true;
    for (TaskEvents handler : plugins.events()) {
      all &= failures.guard(handler.name(), () -> handler.deallocated(task));
    }
    return all;
  }

  private static JobState jobOf(TaskState task) {
    JobState job = task.job();
    if (job == null) {
      throw new IllegalArgumentException("task (%s) belongs to no job".formatted(task));
    }
    return job;
  }
}
