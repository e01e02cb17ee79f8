package io.merapi.batch.actions.bundles;

import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.placement.SubJobTurns;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The sub-jobs of a job that have tasks to place, those first that the job needs to run.
 *
 * <p>Gated tasks and those that ask for nothing are not placed here.
 */
final class GangWorksheet {

  private final OrderedHeap<SubJobState> parts;
  private final Map<SubJobState, OrderedHeap<Task>> tasks = new HashMap<>();

  GangWorksheet(SchedulingSession session, JobState job) {
    this.parts = SubJobTurns.of(job, session);
    for (SubJobState part : job.subJobs()) {
      var waiting = new OrderedHeap<Task>(session.orders()::task);
      part.tasks(TaskStatus.PENDING).stream()
          .filter(task -> !task.gated() && !task.bestEffort())
          .forEach(waiting::push);
      if (!waiting.isEmpty()) {
        parts.push(part);
        tasks.put(part, waiting);
      }
    }
  }

  /** The sub-jobs, to be taken out in order. */
  OrderedHeap<SubJobState> subJobs() {
    return parts.copy();
  }

  /** The tasks of a sub-job that has any, to be taken out in order. */
  OrderedHeap<Task> tasks(SubJobState part) {
    return Objects.requireNonNull(tasks.get(part)).copy();
  }

  /**
   * The tasks that room is made for at once: those of the first sub-job where the job runs already,
   * and else all, since it takes more than one sub-job to start it.
   */
  List<Task> demand(boolean jobReady) {
    var demand = new ArrayList<Task>();
    OrderedHeap<SubJobState> left = subJobs();
    while (!left.isEmpty() && !(jobReady && !demand.isEmpty())) {
      OrderedHeap<Task> waiting = tasks(left.pop());
      while (!waiting.isEmpty()) {
        demand.add(waiting.pop());
      }
    }
    return demand;
  }
}
