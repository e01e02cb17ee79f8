package io.merapi.batch.session;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.framework.Verdict;
import io.merapi.api.resource.Dimensions;
import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.BindContext;
import io.merapi.api.session.extension.BindHandler;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.measures.BatchMeasures;
import io.merapi.batch.measures.BatchMeasures.Milestone;
import io.merapi.batch.node.NodeState;
import io.merapi.kube.effects.Outcome;
import java.util.List;
import java.util.Optional;
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
  private final ChangedNodes changed;
  private final MovedJobs moved;
  private final BatchMeasures measures;

  /** Handed out again and again while no plugin adds anything, as for most bindings. */
  private BindContext latestContext = new BindContext();

  Moves(
      SessionModel model,
      SessionPlugins plugins,
      BatchEffects effects,
      Failures failures,
      ChangedNodes changed,
      MovedJobs moved,
      BatchMeasures measures) {
    this.model = model;
    this.plugins = plugins;
    this.effects = effects;
    this.failures = failures;
    this.changed = changed;
    this.moved = moved;
    this.measures = measures;
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
    move(task, job, status);
    task.assignTo(node.name());
    if (!node.add(task)) {
      move(task, job, TaskStatus.PENDING);
      task.assignTo("");
      return Verdict.error("task %s is on node %s already".formatted(task.key(), node.name()));
    }
    changed.note(node.index());
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
    move(task, job, TaskStatus.PENDING);
    if (node != null) {
      node.remove(task);
      changed.note(node.index());
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
      move(task, job, status);
    }
    NodeState node = model.node(task.nodeName());
    if (node != null) {
      node.update(task);
      changed.note(node.index());
    }
  }

  /**
   * Hands an allocated task to be bound.
   *
   * @return success, or why it is allocated still
   */
  Verdict bind(TaskState task) {
    Verdict room = roomToBind(task);
    if (!room.isSuccess()) {
      return room;
    }
    BindContext context = emptyContext();
    List<BindHandler> handlers = plugins.bindHandlers();
    for (int i = 0; i < handlers.size(); i++) {
      BindHandler handler = handlers.get(i);
      try {
        handler.prepareBind(task, context);
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        failures.add(handler.name(), e);
        return Verdict.error("plugin \"%s\" failed before the binding".formatted(handler.name()));
      }
    }
    Optional<String> decision = TopologyDecision.of(task.pod());
    if (decision.isPresent()) {
      context.annotate(VolcanoKeys.TOPOLOGY_DECISION, decision.get());
    }
    if (effects.bind(task.pod(), task.nodeName(), context) instanceof Outcome.Failed(var why)) {
      return Verdict.error(why);
    }
    JobState job = jobOf(task);
    move(task, job, TaskStatus.BINDING);
    measures.assumed(job.namespace(), job.name(), job.created());
    measures.reached(Milestone.ASSUMED, task.pod().meta().creationTimestamp());
    return Verdict.success();
  }

  private BindContext emptyContext() {
    if (!latestContext.isEmpty()) {
      latestContext = new BindContext();
    }
    return latestContext;
  }

  /**
   * Whether a node has room for a task beside those that the cluster knows to be there. It may not:
   * tasks that ask for nothing are placed without a look at resources, and a pod counts as one.
   */
  private Verdict roomToBind(TaskState task) {
    NodeState node = model.node(task.nodeName());
    if (node == null
        || !node.idle().anyNegative()
        || task.request().lessEqual(node.idle().plus(task.request()), MissingDimension.ZERO)) {
      return Verdict.success();
    }
    Resources idle = node.idleInCluster();
    List<String> missing = Dimensions.exceeding(task.request(), idle, MissingDimension.ZERO);
    return missing.isEmpty()
        ? Verdict.success()
        : Verdict.error(
            "node %s resources %s are not enough to put task <%s>, idle: %s, req: %s"
                .formatted(node.name(), missing, task.key(), idle, task.request()));
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
    List<TaskEvents> handlers = plugins.events();
    for (int i = 0; i < handlers.size(); i++) {
      TaskEvents handler = handlers.get(i);
      Verdict verdict;
      try {
        verdict = handler.allocated(task);
        verdict = verdict.isSuccess() || heedRefusals ? verdict : Verdict.success();
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        failures.add(handler.name(), e);
        verdict = Verdict.error("plugin \"%s\" failed".formatted(handler.name()));
      }
      first = first.isSuccess() ? verdict : first;
    }
    return first;
  }

  private boolean tellDeallocated(Task task) {
    boolean all = true;
    for (TaskEvents handler : plugins.events()) {
      try {
        handler.deallocated(task);
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        failures.add(handler.name(), e);
        all = false;
      }
    }
    return all;
  }

  private void move(TaskState task, JobState job, TaskStatus status) {
    job.move(task, status);
    moved.note(job);
  }

  private static JobState jobOf(TaskState task) {
    JobState job = task.job();
    if (job == null) {
      throw new IllegalArgumentException("task (%s) belongs to no job".formatted(task));
    }
    return job;
  }
}
