package io.merapi.batch.actions.backfill;

import io.merapi.api.framework.Verdict;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.placement.BestEffortPlacement;
import io.merapi.batch.placement.Placement;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.tier.PluginFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Gives nodes to tasks that ask for nothing, whatever their gang has: in the order of their queues,
 * jobs and their own.
 *
 * <p>A task is bound at once if its job is ready. The action has an argument for a cache of
 * refusals, which upstream reads and never gets to use.
 */
public final class Backfill implements Action {

  @Override
  public void execute(SchedulingSession session) {
    var placement = new BestEffortPlacement(session);
    for (TaskState task : tasks(session)) {
      try {
        place(task, placement, session);
      } catch (PluginFailure failure) {
        jobOf(task).fitErrors().setOfJob(failure.text());
        session.failures().add(failure);
      }
    }
  }

  private static List<TaskState> tasks(SchedulingSession session) {
    var queues = new OrderedHeap<QueueInfo>(session.orders()::queue);
    var jobs = new HashMap<String, OrderedHeap<JobState>>();
    var tasks = new HashMap<JobState, OrderedHeap<TaskState>>();
    for (JobState job : session.waitingJobs()) {
      QueueInfo queue = session.queue(job.queue());
      OrderedHeap<TaskState> own = tasks(job, session);
      if (queue == null || own.isEmpty()) {
        continue;
      }
      tasks.put(job, own);
      if (!jobs.containsKey(queue.name())) {
        queues.push(queue);
      }
      jobs.computeIfAbsent(queue.name(), _ -> new OrderedHeap<>(session.orders()::job)).push(job);
    }
    return inOrder(queues, jobs, tasks);
  }

  private static OrderedHeap<TaskState> tasks(JobState job, SchedulingSession session) {
    var tasks = new OrderedHeap<TaskState>(session.orders()::task);
    try {
      if (job.pending() || !session.votes().valid(job).isValid()) {
        return tasks;
      }
    } catch (PluginFailure failure) {
      job.fitErrors().setOfJob(failure.text());
      session.failures().add(failure);
      return tasks;
    }
    if (job.pendingBestEffortTasks() > 0) {
      job.tasks(TaskStatus.PENDING).stream()
          .filter(task -> task.bestEffort() && !task.gated())
          .forEach(tasks::push);
    }
    for (TaskState task : List.copyOf(job.tasks(TaskStatus.PIPELINED))) {
      // It waits for nothing, so that it need not stay where room is being made.
      if (task.bestEffort()) {
        session.unpipeline(task);
        tasks.push(task);
      }
    }
    return tasks;
  }

  private static List<TaskState> inOrder(
      OrderedHeap<QueueInfo> queues,
      Map<String, OrderedHeap<JobState>> jobs,
      Map<JobState, OrderedHeap<TaskState>> tasks) {
    var ordered = new ArrayList<TaskState>();
    while (!queues.isEmpty()) {
      OrderedHeap<JobState> ofQueue = jobs.getOrDefault(queues.pop().name(), none());
      while (!ofQueue.isEmpty()) {
        OrderedHeap<TaskState> ofJob = tasks.getOrDefault(ofQueue.pop(), none());
        while (!ofJob.isEmpty()) {
          ordered.add(ofJob.pop());
        }
      }
    }
    return ordered;
  }

  private static <T> OrderedHeap<T> none() {
    return new OrderedHeap<>((_, _) -> false);
  }

  private static void place(
      TaskState task, BestEffortPlacement placement, SchedulingSession session) {
    switch (placement.place(task)) {
      case Placement.Refused(var errors) -> jobOf(task).fitErrors().set(task, errors);
      case Placement.Undecided _ -> {}
      case Placement.OnNode(var node) -> allocate(task, node, session);
    }
  }

  private static void allocate(TaskState task, SessionNode node, SchedulingSession session) {
    Verdict verdict = session.allocate(task, node);
    if (!verdict.isSuccess()) {
      jobOf(task)
          .fitErrors()
          .set(task, new FitErrors().setNode(node.name(), Fit.error(text(verdict))));
    }
  }

  private static String text(Verdict verdict) {
    return String.join(", ", verdict.texts());
  }

  private static JobState jobOf(TaskState task) {
    return Objects.requireNonNull(task.job(), task::key);
  }
}
