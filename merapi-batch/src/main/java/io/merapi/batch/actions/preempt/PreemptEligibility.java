package io.merapi.batch.actions.preempt;

import io.merapi.api.fixes.Fix;
import io.merapi.api.pod.Pod;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.preemption.Eligibility;

/** Whether a task may have others evicted at all. */
final class PreemptEligibility {

  private PreemptEligibility() {}

  /**
   * Not if its pod never preempts; and where room was made for it on a node before, not if that
   * node is gone or would take it, nor while pods are still leaving there in its favour.
   */
  static boolean mayPreempt(TaskState task, SchedulingSession session) {
    Pod pod = task.pod();
    if (pod.spec().preemptionPolicy().equals("Never")) {
      return false;
    }
    String nominated = task.nominatedNodeName();
    if (nominated.isEmpty()) {
      return true;
    }
    NodeState node = session.node(nominated);
    if (node == null) {
      return false;
    }
    return switch (session.fitness().predicate(task, node)) {
      case Fit.Failed _ -> false;
      // Filters do not look at resources, so upstream lets a pod wait for a node that is full
      // again.
      case Fit.Fits _ -> session.fixes().has(Fix.KEEP_NOMINATIONS) && !node.fitsFutureIdle(task);
      case Fit.Refused refused ->
          refused.has(Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE)
              || node.tasks().stream()
                  .map(Task::pod)
                  .noneMatch(other ->
                      other.spec().priorityOrZero() < pod.spec().priorityOrZero()
                          && Eligibility.isLeaving(other));
    };
  }
}
