package io.merapi.batch.job;

import io.merapi.api.session.Task;
import io.merapi.api.session.Task.Transaction;
import io.merapi.api.session.TaskStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Why the tasks of a job do not fit, and what users are told of it. */
public final class JobFitErrors {

  /** The reason in the condition of a pod that waits. */
  public static final String UNSCHEDULABLE = "Unschedulable";

  /** The reason in the condition of a pod that has a place and waits for others of its gang. */
  public static final String SCHEDULABLE = "Schedulable";

  private static final String READY = "pod group is ready";
  private static final String NOT_READY = "pod group is not ready";

  private final JobState job;
  private final Map<TaskState, FitErrors> byTask = new HashMap<>();
  private String ofJob = "";

  JobFitErrors(JobState job) {
    this.job = job;
  }

  /** What stands against the job as a whole; empty for nothing. */
  public String ofJob() {
    return ofJob;
  }

  public void setOfJob(String text) {
    ofJob = text;
  }

  /** What nodes have against a task; null where none was asked. */
  public @Nullable FitErrors of(Task task) {
    return byTask.get((TaskState) task);
  }

  public void set(Task task, FitErrors errors) {
    byTask.put((TaskState) task, errors);
  }

  /** Forgets everything. */
  public void reset() {
    ofJob = "";
    byTask.clear();
  }

  /** Forgets what concerns one sub-job. */
  public void reset(SubJobState subJob) {
    byTask.keySet().removeIf(task -> job.subJob(task) == subJob);
  }

  /**
   * Whether a task need not be tried because another one of its role and sub-job fitted nowhere;
   * tasks without a role are always tried.
   */
  public boolean failedBefore(SubJobState subJob, Task task) {
    return !task.role().isEmpty() && failedRoles(subJob).contains(task.role());
  }

  private Set<String> failedRoles(SubJobState subJob) {
    var failed = new HashSet<String>();
    byTask.keySet().stream()
        .filter(task -> job.subJob(task) == subJob)
        .forEach(task -> failed.add(task.role()));
    return failed;
  }

  /**
   * Whether it makes sense to go on with other tasks of a sub-job after one fitted nowhere: the job
   * can still reach its minimum, or each role its own. Upstream's {@code NeedContinueAllocating}.
   */
  public boolean worthContinuing(SubJobState subJob) {
    if (job.minAvailable() == job.tasks().size()
        || subJob.minAvailable() >= subJob.tasks().size()) {
      return false;
    }
    if (job.hasSubGroupPolicy()) {
      return true;
    }
    Set<String> failed = failedRoles(subJob);
    if (!job.roles().rolesCount()) {
      var left = new TreeSet<String>();
      job.tasks(TaskStatus.PENDING).forEach(task -> left.add(task.role()));
      left.removeAll(failed);
      int more = left.stream().mapToInt(job.roles()::pending).sum();
      return job.readyTasks() + more >= job.minAvailable();
    }
    return failed.stream()
        .allMatch(role -> job.roles().allocated(role) >= job.roleMinimums().getOrDefault(role, 0));
  }

  /** Why the job cannot run; see {@link JobState#fitError}. */
  String text() {
    var text = new StringBuilder(job.ready() ? READY : NOT_READY);
    text.append(", ").append(String.join(", ", states()));
    var pending = new ArrayList<String>();
    job.tasks(TaskStatus.PENDING).forEach(task -> pending.add(reason(task).reason()));
    if (!pending.isEmpty()) {
      text.append("; ").append(TaskStatus.PENDING.text()).append(": ");
      text.append(String.join(", ", FitErrors.counted(pending)));
    }
    if (!ofJob.isEmpty()) {
      return text.append(". Origin reason is: ").append(ofJob).toString();
    }
    job.tasks().stream()
        .filter(byTask::containsKey)
        .findFirst()
        .ifPresent(task ->
            text.append(". Origin reason is %s: %s".formatted(task.name(), byTask.get(task))));
    return text.toString();
  }

  private Set<String> states() {
    var states = new TreeSet<String>();
    states.add("%d minAvailable".formatted(job.minAvailable()));
    for (TaskStatus status : TaskStatus.values()) {
      if (job.count(status) > 0) {
        states.add("%d %s".formatted(job.count(status), status.text()));
      }
    }
    return states;
  }

  /** What is told of one task, by where it stood in its last transaction. */
  public TaskReason reason(TaskState task) {
    Transaction stood = task.reportedTransaction();
    return switch (stood.status()) {
      case ALLOCATED ->
          new TaskReason(
              SCHEDULABLE,
              "Pod %s can possibly be assigned to %s, once minAvailable is satisfied"
                  .formatted(task.key(), stood.nodeName()),
              "");
      case PIPELINED ->
          new TaskReason(
              UNSCHEDULABLE,
              ("Pod %s can possibly be assigned to %s, once resource is released and"
                      + " minAvailable is satisfied")
                  .formatted(task.key(), stood.nodeName()),
              stood.evictionOccurred() ? stood.nodeName() : "");
      case PENDING -> {
        FitErrors errors = byTask.get(task);
        yield new TaskReason(UNSCHEDULABLE, errors == null ? ofJob : errors.text(), "");
      }
      case BINDING, BOUND, RUNNING, RELEASING, SUCCEEDED, FAILED, UNKNOWN ->
          new TaskReason(stood.status().text(), ofJob, "");
    };
  }

  /**
   * What is told of one task.
   *
   * @param reason one word, for the pod's condition
   * @param message for people; empty where there is nothing to say of this task alone
   * @param nominatedNode the node where room was made for it; empty for none
   */
  public record TaskReason(String reason, String message, String nominatedNode) {}
}
