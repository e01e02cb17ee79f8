package io.merapi.batch.session;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.api.session.TaskStatus;
import io.merapi.batch.effects.BatchEffects;
import io.merapi.batch.job.JobFitErrors.TaskReason;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import java.util.List;

/**
 * Writes what has become of jobs at the end of a session, and why their tasks wait; only what has
 * changed. Upstream counterpart: {@code job_updater.go} and {@code RecordJobStatusEvent}.
 */
final class JobStatusWriter {

  private static final String POD_SCHEDULED = "PodScheduled";
  private static final String UNSCHEDULABLE = "Unschedulable";
  private static final String SCHEDULED = "Scheduled";
  private static final String TRUE = "True";
  private static final String FALSE = "False";

  /** Tasks that are told why they wait. */
  private static final List<TaskStatus> WAITING =
      List.of(TaskStatus.ALLOCATED, TaskStatus.PENDING, TaskStatus.PIPELINED);

  private final String sessionUid;
  private final BatchEffects effects;
  private final boolean nominatesAll;

  JobStatusWriter(String sessionUid, BatchEffects effects, Fixes fixes) {
    this.sessionUid = sessionUid;
    this.effects = effects;
    this.nominatesAll = fixes.has(Fix.KEEP_NOMINATIONS);
  }

  /**
   * Writes what has become of a job.
   *
   * @return whether there was anything to tell
   */
  boolean write(JobState job) {
    job.setPhase(phase(job));
    PodGroup.Status status =
        new PodGroup.Status(
            job.phase(),
            job.conditions(),
            job.count(TaskStatus.RUNNING),
            job.count(TaskStatus.SUCCEEDED),
            job.count(TaskStatus.FAILED));
    boolean changed = !status.saysTheSameAs(job.podGroup().status());
    if (changed) {
      effects.updateStatus(job.podGroup(), status);
    }
    boolean told = report(job, changed);
    return changed || told;
  }

  /**
   * Tells that a group has no queue.
   *
   * <p>Differs from upstream: such a group waits there without a word.
   */
  void report(PodGroup group, String queue) {
    effects.report(group, "Warning", UNSCHEDULABLE, "queue %s does not exist".formatted(queue));
  }

  private PodGroupPhase phase(JobState job) {
    if (job.count(TaskStatus.RUNNING) > 0 && foundUnschedulable(job)) {
      return PodGroupPhase.UNKNOWN;
    }
    int completed = job.count(TaskStatus.SUCCEEDED) + job.count(TaskStatus.FAILED);
    int scheduled = job.scheduledTasks() + job.releasingScheduledTasks();
    if (scheduled >= job.podGroup().minMember()) {
      return scheduled == completed ? PodGroupPhase.COMPLETED : PodGroupPhase.RUNNING;
    }
    return job.phase() == PodGroupPhase.INQUEUE ? PodGroupPhase.INQUEUE : PodGroupPhase.PENDING;
  }

  private boolean foundUnschedulable(JobState job) {
    return job.conditions().stream()
        .anyMatch(condition ->
            condition.type().equals(UNSCHEDULABLE)
                && condition.status().equals(TRUE)
                && condition.transitionId().equals(sessionUid));
  }

  private boolean report(JobState job, boolean changed) {
    String fitError = job.fitError();
    boolean told = false;
    switch (job.phase()) {
      case UNKNOWN, PENDING, INQUEUE -> {
        effects.report(
            job.podGroup(),
            "Warning",
            UNSCHEDULABLE,
            job.count(TaskStatus.PENDING)
                + "/"
                + job.tasks().size()
                + " tasks in gang unschedulable: "
                + fitError);
        told = true;
      }
      case RUNNING, COMPLETED, UNSET -> {
        if (changed) {
          effects.report(job.podGroup(), "Normal", SCHEDULED, "pod group is ready");
        }
      }
    }
    String common = job.fitErrors().common(fitError);
    for (TaskStatus status : WAITING) {
      for (TaskState task : job.fitErrors().untold(status, common)) {
        // The API server itself tells of gates; that must not be overwritten.
        if (!task.gated() && report(task, job.fitErrors().reason(task, common))) {
          told = true;
        } else {
          job.fitErrors().wasTold(task, common);
        }
      }
    }
    return told;
  }

  private boolean report(TaskState task, TaskReason reason) {
    Pod pod = task.pod();
    String nominated = nominatesAll ? task.nodeName() : reason.nominatedNode();
    boolean newNode = !nominated.isEmpty() && !nominated.equals(pod.status().nominatedNodeName());
    boolean news = newNode || !told(pod, reason.reason(), reason.message());
    if (news) {
      effects.reportWaiting(pod, reason.reason(), reason.message(), nominated);
    }
    return news;
  }

  private static boolean told(Pod pod, String reason, String message) {
    for (PodCondition condition : pod.status().conditions()) {
      if (condition.type().equals(POD_SCHEDULED)) {
        return condition.status().equals(FALSE)
            && condition.reason().equals(reason)
            && condition.message().equals(message);
      }
    }
    return false;
  }
}
