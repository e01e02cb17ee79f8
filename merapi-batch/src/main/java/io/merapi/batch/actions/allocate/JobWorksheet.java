package io.merapi.batch.actions.allocate;

import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.placement.SubJobTurns;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is left to do for a job: its sub-jobs with pending tasks, and these tasks, in order.
 *
 * <p>A trial works on a {@link #copy}; the one that is kept is taken over.
 */
final class JobWorksheet {

  private OrderedHeap<SubJobState> subJobs;
  private Map<SubJobState, OrderedHeap<TaskState>> tasks;

  private JobWorksheet(
      OrderedHeap<SubJobState> subJobs, Map<SubJobState, OrderedHeap<TaskState>> tasks) {
    this.subJobs = subJobs;
    this.tasks = tasks;
  }

  /** All that there is to do for a job; sub-jobs that it cannot run without come first. */
  static JobWorksheet of(JobState job, SchedulingSession session) {
    List<String> order = session.orders().lastingTaskOrder();
    OrderedHeap<SubJobState> subJobs = SubJobTurns.of(job, session);
    var tasks = new LinkedHashMap<SubJobState, OrderedHeap<TaskState>>();
    for (SubJobState subJob : job.subJobs()) {
      OrderedHeap<TaskState> pending = pending(subJob, order, session);
      if (!pending.isEmpty()) {
        subJobs.push(subJob);
        tasks.put(subJob, pending);
      }
    }
    return new JobWorksheet(subJobs, tasks);
  }

  /** The tasks to be placed; how they stand in a heap is remembered where their order lasts. */
  private static OrderedHeap<TaskState> pending(
      SubJobState subJob, @Nullable List<String> order, SchedulingSession session) {
    List<TaskState> known = order == null ? null : subJob.linedUp(order);
    if (known != null) {
      return OrderedHeap.restored(session.orders()::task, known);
    }
    var pending =
        new OrderedHeap<TaskState>(session.orders()::task, subJob.count(TaskStatus.PENDING));
    for (TaskState task : subJob.tasks(TaskStatus.PENDING)) {
      if (!task.bestEffort() && (!task.gated() || task.waitsForQueueOnly())) {
        pending.push(task);
      }
    }
    if (order != null) {
      subJob.lineUp(order, pending.places());
    }
    return pending;
  }

  JobWorksheet copy() {
    var copies = new LinkedHashMap<SubJobState, OrderedHeap<TaskState>>();
    tasks.forEach((subJob, left) -> copies.put(subJob, left.copy()));
    return new JobWorksheet(subJobs.copy(), copies);
  }

  /** Makes what is left after a trial what is left. */
  void takeOver(JobWorksheet trial) {
    subJobs = trial.subJobs;
    tasks = trial.tasks;
  }

  /** The same for the tasks of one sub-job. */
  void takeOver(SubJobState subJob, OrderedHeap<TaskState> left) {
    tasks.put(subJob, left);
  }

  boolean isEmpty() {
    return subJobs.isEmpty();
  }

  OrderedHeap<SubJobState> subJobs() {
    return subJobs;
  }

  /** The sub-jobs that had something to do at first. */
  Set<SubJobState> all() {
    return tasks.keySet();
  }

  @Nullable OrderedHeap<TaskState> tasksIfAny(SubJobState subJob) {
    return tasks.get(subJob);
  }

  OrderedHeap<TaskState> tasks(SubJobState subJob) {
    return Objects.requireNonNull(tasks.get(subJob), subJob::uid);
  }
}
