package io.merapi.api.session;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.device.DeviceAmounts;
import io.merapi.api.resource.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A PodGroup with its pods.
 *
 * <p>Counts of tasks are kept up to date as tasks move, so asking is cheap. Tasks come in order of
 * creation, then of identity.
 */
public interface Job extends TaskGroup {

  /** The group as the cluster has it; {@link #phase} and {@link #conditions} move on from there. */
  PodGroup podGroup();

  /** {@code namespace/name}. */
  default String key() {
    return podGroup().key();
  }

  default String namespace() {
    return podGroup().namespace();
  }

  default String name() {
    return podGroup().name();
  }

  /** When the group was created; the epoch where it does not say. */
  Instant created();

  /** The name of its queue; the default queue where the group names none. */
  String queue();

  /** The priority of its class; that of the default class where it names none that exists. */
  int priority();

  /** How many tasks must run for the job to run. */
  @Override
  default int minAvailable() {
    return podGroup().minMember();
  }

  /** The same for each role that the group states a minimum for. */
  default Map<String, Integer> roleMinimums() {
    return podGroup().minTaskMember();
  }

  /** The longest time that the group may wait, as it says itself; null where it does not. */
  @Nullable Duration waitingTime();

  /** Whether its tasks may be evicted, as the group says; false where it does not. */
  boolean preemptable();

  /** {@code *} if its tasks may use nodes that are lent out for a time, else empty. */
  String revocableZone();

  /** How many of its tasks evictions must leave. */
  DisruptionBudget budget();

  PodGroupPhase phase();

  /** Whether it waits to be admitted to its queue. */
  default boolean pending() {
    return phase() == PodGroupPhase.PENDING || phase() == PodGroupPhase.UNSET;
  }

  Collection<PodGroup.Condition> conditions();

  /** What its tasks on nodes take. */
  Resources allocated();

  /** The same when the session was opened. */
  Resources heldAtOpening();

  /** What all its tasks take or would take. */
  Resources totalRequest();

  /** What the group wants free before it is admitted; nothing where it does not say. */
  Resources minResources();

  /**
   * What of {@link #minResources} its tasks do not hold yet, no dimension below 0; upstream's
   * {@code GetInqueueResource}. Ephemeral storage never counts.
   */
  Resources outstandingMinResources();

  /** What it holds beyond {@link #minResources}. */
  Resources elasticResources();

  /**
   * The devices that its minimum of tasks claims: for each role with a minimum, so many times what
   * one task claims; without such roles, what the first tasks by name claim. A claim that tasks
   * share counts for each. Upstream's {@code GetMinDRAResources}.
   */
  DeviceAmounts minDevices();

  /**
   * An amount less what gated tasks ask for, no dimension below 0. Tasks that only wait for their
   * queue count in full. Upstream's {@code DeductSchGatedResources}.
   */
  Resources withoutGated(Resources amount);

  // Sub-jobs

  /** The parts of the job that are placed on their own; a job without policies has one. */
  Collection<? extends SubJob> subJobs();

  /** The sub-job of one of its tasks. */
  SubJob subJob(Task task);

  /** Whether the group divides its pods into sub-groups. */
  default boolean hasSubGroupPolicy() {
    return !podGroup().subGroupPolicies().isEmpty();
  }

  /** How many sub-jobs of each policy must run, by {@link SubJob#groupUid}. */
  Map<String, Integer> minSubJobs();

  /** How close together its tasks must be; null where they may lie anywhere. */
  @Nullable NetworkTopology networkTopology();

  /** The hyper node that holds its tasks; empty for none. */
  String allocatedHyperNode();

  // Gang

  /** Whether its tasks that have a node or may get one suffice for {@link #minAvailable}. */
  default boolean hasEnoughTasks() {
    return validTasks() >= minAvailable();
  }

  /** How many tasks have a node, may get one, or ended well; upstream's {@code ValidTaskNum}. */
  default int validTasks() {
    return readyTasks() + waitingTasks() + count(TaskStatus.PENDING);
  }

  /** How many tasks the cluster knows on a node; upstream's {@code ScheduledTaskNum}. */
  default int scheduledTasks() {
    return count(TaskStatus.RUNNING)
        + count(TaskStatus.BOUND)
        + count(TaskStatus.FAILED)
        + count(TaskStatus.SUCCEEDED);
  }

  /** How many tasks are being deleted from a node. */
  default int releasingScheduledTasks() {
    int found = 0;
    for (Task task : tasks(TaskStatus.RELEASING)) {
      found += task.nodeName().isEmpty() ? 0 : 1;
    }
    return found;
  }

  /** Whether each role has enough tasks that have a node or may get one. */
  boolean rolesValid();

  /** Whether each role has its minimum of tasks with a node. */
  boolean rolesReady();

  /** Whether each role has its minimum of tasks with a node now or soon. */
  boolean rolesPipelined();

  /** Whether some role has less than its minimum of tasks with a node now or soon. */
  boolean rolesStarving();

  /** Whether there are enough sub-jobs of each policy. */
  boolean subJobsValid();

  /** Whether enough sub-jobs of each policy are ready. */
  boolean subJobsReady();

  /** Whether enough sub-jobs of each policy are pipelined. */
  boolean subJobsPipelined();

  /** Whether tasks with a node now or soon are fewer than {@link #minAvailable}. */
  default boolean starving() {
    return waitingTasks() + readyTasks() < minAvailable();
  }

  /** Tasks that were tried in this session and found no node that takes them. */
  Collection<? extends Task> unfitTasks();

  /**
   * Why the job cannot run, in upstream's words: how many tasks are in which state, what stands
   * against the pending ones, and the first cause.
   */
  String fitError();

  /**
   * How many tasks evictions must leave, as annotations say it: a number or a percentage; empty
   * where there is none.
   */
  record DisruptionBudget(String minAvailable, String maxUnavailable) {

    public static final DisruptionBudget NONE = new DisruptionBudget("", "");
  }
}
