package io.merapi.batch.plugins.gang;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.SubJob;
import io.merapi.api.session.Task;
import io.merapi.api.session.Task.Transaction;
import io.merapi.api.session.TaskGroup;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.ImpartialVotes;
import io.merapi.api.session.extension.JobOrder;
import io.merapi.api.session.extension.JobPipelined;
import io.merapi.api.session.extension.JobReady;
import io.merapi.api.session.extension.JobStarving;
import io.merapi.api.session.extension.JobValid;
import io.merapi.api.session.extension.SubJobOrder;
import io.merapi.api.session.extension.SubJobPipelined;
import io.merapi.api.session.extension.SubJobReady;
import io.merapi.api.session.extension.UnifiedEvictable;
import io.merapi.api.session.extension.Validity;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.measures.BatchMeasures.UnreadyJob;
import io.merapi.batch.measures.GangResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** Lets a job run with at least its minimum of members or not at all. */
public final class Gang
    implements JobValid,
        JobOrder,
        SubJobOrder,
        JobReady,
        SubJobReady,
        JobPipelined,
        SubJobPipelined,
        JobStarving,
        ImpartialVotes,
        UnifiedEvictable,
        GangResult {

  public static final String NAME = "gang";

  private static final String NOT_ENOUGH_PODS = "NotEnoughTasks";
  private static final String NOT_ENOUGH_PODS_OF_TASK = "NotEnoughPodsOfTask";
  private static final String NOT_ENOUGH_RESOURCES = "NotEnoughResources";
  private static final String READY = "tasks in gang are ready to be scheduled";
  private static final String UNSCHEDULABLE = "Unschedulable";
  private static final String SCHEDULED = "Scheduled";

  private final Session session;
  private final List<UnreadyJob> unready = new ArrayList<>();

  public Gang(Session session) {
    this.session = session;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean readsClock() {
    return false;
  }

  @Override
  public Validity validate(Job job) {
    if (!job.rolesValid()) {
      return Validity.invalid(
          NOT_ENOUGH_PODS_OF_TASK, "Not enough valid pods of each task for gang-scheduling");
    }
    if (!job.subJobsValid()) {
      return Validity.invalid(
          NOT_ENOUGH_PODS_OF_TASK, "Not enough valid subGroups of each task for gang-scheduling");
    }
    if (!job.hasEnoughTasks()) {
      return Validity.invalid(
          NOT_ENOUGH_PODS,
          "Not enough valid tasks for gang-scheduling, valid: %d, min: %d"
              .formatted(job.validTasks(), job.minAvailable()));
    }
    return Validity.valid();
  }

  @Override
  public int compareJobs(Job left, Job right) {
    return unreadyFirst(left, right);
  }

  @Override
  public int compareSubJobs(SubJob left, SubJob right) {
    return unreadyFirst(left, right);
  }

  private static int unreadyFirst(TaskGroup left, TaskGroup right) {
    return Boolean.compare(left.ready(), right.ready());
  }

  @Override
  public boolean jobReady(Job job) {
    return job.rolesReady() && job.subJobsReady() && job.ready();
  }

  @Override
  public boolean subJobReady(SubJob subJob) {
    return subJob.ready();
  }

  @Override
  public Vote jobPipelined(Job job) {
    return vote(job.rolesPipelined() && job.subJobsPipelined() && job.pipelined());
  }

  @Override
  public Vote subJobPipelined(SubJob subJob) {
    return vote(subJob.pipelined());
  }

  private static Vote vote(boolean permitted) {
    return permitted ? Vote.PERMIT : Vote.REJECT;
  }

  /** Minimums of roles do not count here: only a job as a whole starves. */
  @Override
  public boolean jobStarving(Job job) {
    return job.starving();
  }

  /** The tasks that their jobs can lose and stay ready, taken in the order given. */
  @Override
  public VictimVote mayGo(List<? extends Task> candidates) {
    var victims = new ArrayList<Task>();
    var left = new HashMap<Job, Integer>();
    for (Task candidate : candidates) {
      Job job = candidate.job();
      if (job == null) {
        continue;
      }
      int ready = left.computeIfAbsent(job, Job::readyTasks);
      if (ready > job.minAvailable()) {
        left.put(job, ready - 1);
        victims.add(candidate);
      }
    }
    return VictimVote.of(victims);
  }

  @Override
  public VictimDependence mayGoDependence(List<? extends Task> candidates) {
    return VictimDependence.JOBS;
  }

  /** Whole gangs go here, or so much of them as they can spare: that is the action's business. */
  @Override
  public VictimVote unifiedEvictable(Eviction eviction, List<? extends Task> candidates) {
    return VictimVote.of(candidates);
  }

  @Override
  public Optional<Object> evictionTraits(Eviction eviction) {
    return Optional.of(NAME);
  }

  /** Says of every job that has tasks whether its gang can run, as a condition of its group. */
  @Override
  public void close() {
    for (Job job : session.unsettledJobs()) {
      if (job.tasks().isEmpty()) {
        continue;
      }
      if (job.ready()) {
        setCondition(job, SCHEDULED, READY, "");
      } else if (!endsAsPlanned(job)) {
        int lacking = job.minAvailable() - schedulable(job);
        unready.add(new UnreadyJob(job.namespace(), job.name(), lacking));
        setCondition(
            job,
            UNSCHEDULABLE,
            NOT_ENOUGH_RESOURCES,
            "%d/%d tasks in gang unschedulable: %s"
                .formatted(lacking, job.tasks().size(), job.fitError()));
      }
    }
  }

  @Override
  public List<UnreadyJob> unreadyJobs() {
    return unready;
  }

  private void setCondition(Job job, String type, String reason, String message) {
    session.setCondition(
        job,
        new PodGroup.Condition(
            type, "True", session.uid(), session.clock().instant(), reason, message));
  }

  /** Whether a job is below its minimum only because tasks that ran are being deleted. */
  private static boolean endsAsPlanned(Job job) {
    int releasing = job.releasingScheduledTasks();
    return releasing > 0
        && job.count(TaskStatus.PENDING) == 0
        && job.count(TaskStatus.PIPELINED) == 0
        && job.scheduledTasks() + releasing >= job.minAvailable();
  }

  /** How many tasks have a node, or had one until their statement was discarded. */
  private static int schedulable(Job job) {
    int schedulable = job.readyTasks();
    for (Task task : job.tasks(TaskStatus.PENDING)) {
      Transaction last = task.lastTransaction();
      if (last != null && last.status().holdsResources()) {
        schedulable++;
      }
    }
    return schedulable;
  }
}
