package io.merapi.batch.job;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.Task.Transaction;
import io.merapi.api.session.TaskStatus;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private final Map<SubJobState, Map<String, FitErrors>> byRole = new HashMap<>();

  /** The places of the tasks that nodes have something against. */
  private final BitSet unfit = new BitSet(0);

  private final ToldTasks told = new ToldTasks();
  private boolean inFull;
  private String ofJob = "";
  private String ofQueue = "";

  JobFitErrors(JobState job) {
    this.job = job;
  }

  /**
   * Has texts name the cause where upstream's do not: every resource that is short with its
   * amounts, what stood against a role before, and a queue that has no room.
   */
  public void explainInFull() {
    inFull = true;
  }

  /** What stands against the job as a whole; empty for nothing. */
  public String ofJob() {
    return ofJob;
  }

  public void setOfJob(String text) {
    job.touch();
    ofJob = text;
  }

  /** What nodes have against a task; null where none was asked. */
  public @Nullable FitErrors of(Task task) {
    return byTask.get((TaskState) task);
  }

  public void set(Task task, FitErrors errors) {
    job.touch();
    byTask.put((TaskState) task, errors);
    unfit.set(((TaskState) task).position());
    byRole.computeIfAbsent(job.subJob(task), _ -> new HashMap<>()).putIfAbsent(task.role(), errors);
  }

  /** Keeps that a task was not tried because another one of its role fitted nowhere. */
  public void setLikeRole(SubJobState subJob, Task task) {
    FitErrors known = byRole.getOrDefault(subJob, Map.of()).get(task.role());
    set(
        task,
        inFull && known != null
            ? known
            : new FitErrors()
                .setError(
                    "Task %s with role spec %s has already predicated failed, skip"
                        .formatted(task.name(), task.role())));
  }

  /** Keeps that its queue has no room; users are told only where causes are named. */
  public void setQueueFull() {
    job.touch();
    ofQueue = inFull ? "queue %s has no room".formatted(job.queue()) : "";
  }

  /**
   * Those of some nodes that were not found to refuse a task whatever is evicted. Upstream's {@code
   * FilterOutUnschedulableAndUnresolvableNodesForTask}.
   */
  public <N extends SessionNode> List<N> resolvable(Task task, List<N> nodes) {
    FitErrors errors = of(task);
    Set<String> hopeless = errors == null ? Set.of() : errors.unresolvableNodes();
    return hopeless.isEmpty()
        ? nodes
        : nodes.stream().filter(node -> !hopeless.contains(node.name())).toList();
  }

  /** Forgets everything, queues that had no room included. */
  void startOver() {
    reset();
    ofQueue = "";
  }

  /** Forgets what stands against the job and its tasks. */
  public void reset() {
    ofJob = "";
    byTask.clear();
    byRole.clear();
    unfit.clear();
  }

  /** Forgets what concerns one sub-job. */
  public void reset(SubJobState subJob) {
    byTask.keySet().removeIf(task -> job.subJob(task) == subJob);
    byRole.remove(subJob);
    unfit.clear();
    byTask.keySet().forEach(task -> unfit.set(task.position()));
  }

  /**
   * Whether a task need not be tried because another one of its role and sub-job fitted nowhere;
   * tasks without a role are always tried.
   */
  public boolean failedBefore(SubJobState subJob, Task task) {
    return !task.role().isEmpty() && failedRoles(subJob).contains(task.role());
  }

  private Set<String> failedRoles(SubJobState subJob) {
    return byRole.getOrDefault(subJob, Map.of()).keySet();
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

  /** The tasks that nodes have something against, in the order of the job. */
  List<TaskState> unfitTasks() {
    return unfit.stream().mapToObj(job.tasks()::get).toList();
  }

  /** Why the job cannot run; see {@link JobState#fitError}. */
  String text() {
    var text = new StringBuilder(job.ready() ? READY : NOT_READY);
    text.append(", ").append(String.join(", ", states()));
    if (job.count(TaskStatus.PENDING) > 0) {
      text.append("; ").append(TaskStatus.PENDING.text()).append(": ");
      text.append(String.join(", ", FitErrors.counted(reasonsOfPending())));
    }
    if (!ofJob.isEmpty()) {
      return text.append(". Origin reason is: ").append(ofJob).toString();
    }
    if (!unfit.isEmpty()) {
      TaskState first = job.tasks().get(unfit.nextSetBit(0));
      text.append(". Origin reason is ").append(first.name()).append(": ");
      return text.append(text(Objects.requireNonNull(byTask.get(first)))).toString();
    }
    return ofQueue.isEmpty()
        ? text.toString()
        : text.append(". Origin reason is: ").append(ofQueue).toString();
  }

  /** How many pending tasks are told which reason; those that no session has moved all the same. */
  private Map<String, Integer> reasonsOfPending() {
    var reasons = new HashMap<String, Integer>();
    reasons.put(UNSCHEDULABLE, job.count(TaskStatus.PENDING));
    job.changes()
        .forEachTask(place -> {
          TaskState task = job.tasks().get(place);
          if (task.status() == TaskStatus.PENDING) {
            reasons.merge(UNSCHEDULABLE, -1, Integer::sum);
            reasons.merge(word(task), 1, Integer::sum);
          }
        });
    reasons.values().removeIf(count -> count == 0);
    return reasons;
  }

  private String text(FitErrors errors) {
    return inFull ? errors.textWithAmounts() : errors.text();
  }

  private Set<String> states() {
    var states = new TreeSet<String>();
    states.add(job.minAvailable() + " minAvailable");
    for (TaskStatus status : TaskStatus.values()) {
      if (job.count(status) > 0) {
        states.add(job.count(status) + " " + status.text());
      }
    }
    return states;
  }

  /**
   * What is told of tasks of which alone there is nothing to say.
   *
   * @param fitError why the job cannot run
   */
  public String common(String fitError) {
    return ofJob.isEmpty() ? fitError : ofJob;
  }

  /**
   * The tasks of a status that may have to be told why they wait.
   *
   * @param common see {@link #common}
   */
  public List<TaskState> untold(TaskStatus status, String common) {
    if (job.count(status) == 0) {
      return List.of();
    }
    var known = (BitSet) told.of(common).clone();
    known.andNot(unfit);
    job.changes().forEachTask(known::clear);
    return job.index().tasksBut(status, known);
  }

  /** Takes note that the pod of a task says all that there is to tell, where that is common. */
  public void wasTold(TaskState task, String common) {
    if (!unfit.get(task.position()) && !job.changes().concern(task)) {
      told.of(common).set(task.position());
    }
  }

  /** What is told of one task, by where it stood in its last transaction. */
  public TaskReason reason(TaskState task, String common) {
    Transaction stood = task.reportedTransaction();
    String message =
        switch (stood.status()) {
          case ALLOCATED ->
              "Pod %s can possibly be assigned to %s, once minAvailable is satisfied"
                  .formatted(task.key(), stood.nodeName());
          case PIPELINED ->
              ("Pod %s can possibly be assigned to %s, once resource is released and"
                      + " minAvailable is satisfied")
                  .formatted(task.key(), stood.nodeName());
          case PENDING -> {
            FitErrors errors = byTask.get(task);
            yield errors == null ? common : text(errors);
          }
          case BINDING, BOUND, RUNNING, RELEASING, SUCCEEDED, FAILED, UNKNOWN -> common;
        };
    boolean roomMade = stood.status() == TaskStatus.PIPELINED && stood.evictionOccurred();
    return new TaskReason(word(task), message, roomMade ? stood.nodeName() : "");
  }

  private static String word(TaskState task) {
    TaskStatus stood = task.reportedTransaction().status();
    return switch (stood) {
      case ALLOCATED -> SCHEDULABLE;
      case PIPELINED, PENDING -> UNSCHEDULABLE;
      case BINDING, BOUND, RUNNING, RELEASING, SUCCEEDED, FAILED, UNKNOWN -> stood.text();
    };
  }

  /**
   * What is told of one task.
   *
   * @param reason one word, for the pod's condition
   * @param message for people
   * @param nominatedNode the node where room was made for it; empty for none
   */
  public record TaskReason(String reason, String message, String nominatedNode) {}
}
