package io.merapi.batch.job;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.meta.Labels;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.kube.configuration.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job of a session. */
public final class JobState extends IndexedTasks implements Job {

  /** Jobs in order of creation, then of identity. */
  public static final Comparator<JobState> BY_CREATION =
      Comparator.comparing(JobState::created).thenComparing(JobState::key);

  private final PodGroup podGroup;
  private final String queue;
  private final int priority;
  private final Resources minResources;
  private final List<TaskState> tasks;
  private final RoleCounts roles;
  private final SubJobs subJobs;
  private final JobFitErrors fitErrors = new JobFitErrors(this);
  private final List<PodGroup.Condition> conditions;
  private final Resources totalRequest;
  private Resources allocated;
  private PodGroupPhase phase;
  private @Nullable NetworkTopology networkTopology;
  private String allocatedHyperNode = "";

  /**
   * A job as the cluster has it.
   *
   * @param queue the name of its queue
   * @param minResources what the group wants free; nothing where it does not say
   * @param members its tasks, in any order
   */
  public JobState(
      PodGroup podGroup,
      String queue,
      int priority,
      Resources minResources,
      Collection<TaskState> members) {
    this.podGroup = podGroup;
    this.queue = queue;
    this.priority = priority;
    this.minResources = minResources;
    this.phase = podGroup.status().phase();
    this.conditions = new ArrayList<>(podGroup.status().conditions());
    this.networkTopology = podGroup.networkTopology();
    this.roles = new RoleCounts(podGroup.minTaskMember(), podGroup.minMember());
    this.subJobs = new SubJobs(this);
    this.tasks = members.stream().sorted(TaskState.BY_CREATION).toList();
    ResourceDictionary dictionary = minResources.dictionary();
    var held = new ResourcesSum(dictionary);
    var total = new ResourcesSum(dictionary);
    for (int i = 0; i < tasks.size(); i++) {
      TaskState task = tasks.get(i);
      task.joins(this, i);
      index().add(task);
      roles.add(task);
      subJobs.join(task);
      total.add(task.request());
      if (task.status().holdsResources()) {
        held.add(task.request());
      }
    }
    this.allocated = held.toResources();
    this.totalRequest = total.toResources();
  }

  /** Moves a task of this job to another status. */
  public void move(TaskState task, TaskStatus next) {
    SubJobState part = subJobs.of(task);
    index().remove(task);
    roles.remove(task);
    part.index().remove(task);
    if (task.status().holdsResources() != next.holdsResources()) {
      allocated =
          next.holdsResources()
              ? allocated.plus(task.request())
              : allocated.minusAllowingNegative(task.request());
    }
    task.setStatus(next);
    index().add(task);
    roles.add(task);
    part.index().add(task);
  }

  @Override
  public PodGroup podGroup() {
    return podGroup;
  }

  @Override
  public Instant created() {
    Instant created = podGroup.meta().creationTimestamp();
    return created == null ? Instant.EPOCH : created;
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public int priority() {
    return priority;
  }

  @Override
  public int minAvailable() {
    return podGroup.minMember();
  }

  @Override
  public Map<String, Integer> roleMinimums() {
    return podGroup.minTaskMember();
  }

  @Override
  public @Nullable Duration waitingTime() {
    Duration stated = waitingTime(VolcanoKeys.SLA_WAITING_TIME);
    return stated == null ? waitingTime(VolcanoKeys.BARE_SLA_WAITING_TIME) : stated;
  }

  private @Nullable Duration waitingTime(String key) {
    String text = podGroup.meta().annotations().get(key);
    Duration stated = text == null ? null : GoDuration.parse(text);
    return stated == null || !stated.isPositive() ? null : stated;
  }

  @Override
  public boolean preemptable() {
    return EvictionMarks.preemptable(podGroup.meta(), false);
  }

  @Override
  public String revocableZone() {
    return EvictionMarks.revocableZone(podGroup.meta());
  }

  @Override
  public DisruptionBudget budget() {
    Labels annotations = podGroup.meta().annotations();
    String minimum = annotations.get(VolcanoKeys.JDB_MIN_AVAILABLE);
    if (minimum != null) {
      return new DisruptionBudget(minimum, "");
    }
    String maximum = annotations.get(VolcanoKeys.JDB_MAX_UNAVAILABLE);
    return maximum == null ? DisruptionBudget.NONE : new DisruptionBudget("", maximum);
  }

  @Override
  public PodGroupPhase phase() {
    return phase;
  }

  public void setPhase(PodGroupPhase next) {
    phase = next;
  }

  @Override
  public List<PodGroup.Condition> conditions() {
    return Collections.unmodifiableList(conditions);
  }

  /** Sets a condition in the place of one of the same type, or as the last one. */
  public void setCondition(PodGroup.Condition condition) {
    for (int i = 0; i < conditions.size(); i++) {
      if (conditions.get(i).type().equals(condition.type())) {
        conditions.set(i, condition);
        return;
      }
    }
    conditions.add(condition);
  }

  @Override
  public Resources allocated() {
    return allocated;
  }

  @Override
  public Resources totalRequest() {
    return totalRequest;
  }

  @Override
  public Resources minResources() {
    return minResources;
  }

  @Override
  public Resources elasticResources() {
    return allocated.exceeding(minResources);
  }

  @Override
  public Resources withoutGated(Resources amount) {
    var gated = new ResourcesSum(amount.dictionary());
    for (TaskState task : tasks) {
      if (task.gated() && !waitsForQueueOnly(task)) {
        gated.add(task.request());
      }
    }
    Resources taken = gated.toResources();
    if (taken.isEmpty()) {
      return amount;
    }
    ResourcesSum left = amount.sum();
    for (int id = ResourceDictionary.CPU; id <= ResourceDictionary.MEMORY; id++) {
      left.set(id, Math.max(amount.get(id) - taken.get(id), 0));
    }
    for (int i = 0; i < amount.scalarCount(); i++) {
      int id = amount.scalarId(i);
      if (taken.hasScalar(id)) {
        left.set(id, Math.max(amount.get(id) - taken.get(id), 0));
      }
    }
    return left.toResources();
  }

  private static boolean waitsForQueueOnly(TaskState task) {
    return task.pod().spec().schedulingGates().equals(List.of(VolcanoKeys.QUEUE_ALLOCATION_GATE));
  }

  @Override
  public List<TaskState> tasks() {
    return tasks;
  }

  @Override
  public int validTasks() {
    return readyTasks() + waitingTasks() + count(TaskStatus.PENDING);
  }

  @Override
  public int scheduledTasks() {
    return count(TaskStatus.RUNNING)
        + count(TaskStatus.BOUND)
        + count(TaskStatus.FAILED)
        + count(TaskStatus.SUCCEEDED);
  }

  @Override
  public int releasingScheduledTasks() {
    return (int)
        index().tasks(TaskStatus.RELEASING).stream()
            .filter(task -> !task.nodeName().isEmpty())
            .count();
  }

  @Override
  public boolean rolesValid() {
    return roles.valid();
  }

  @Override
  public boolean rolesReady() {
    return roles.ready();
  }

  @Override
  public boolean rolesPipelined() {
    return roles.pipelined();
  }

  @Override
  public boolean rolesStarving() {
    return roles.starving();
  }

  /** The tasks of each role by status. */
  RoleCounts roles() {
    return roles;
  }

  @Override
  public Collection<SubJobState> subJobs() {
    return subJobs.all();
  }

  @Override
  public SubJobState subJob(Task task) {
    return subJobs.of((TaskState) task);
  }

  @Override
  public Map<String, Integer> minSubJobs() {
    return subJobs.minimums();
  }

  @Override
  public boolean subJobsValid() {
    return subJobs.enough(_ -> true);
  }

  @Override
  public boolean subJobsReady() {
    return subJobs.enough(SubJobState::ready);
  }

  @Override
  public boolean subJobsPipelined() {
    return subJobs.enough(SubJobState::pipelined);
  }

  @Override
  public @Nullable NetworkTopology networkTopology() {
    return networkTopology;
  }

  /** Replaces how close together its tasks must be, as the domains of the cluster allow. */
  public void setNetworkTopology(@Nullable NetworkTopology topology) {
    networkTopology = topology;
  }

  @Override
  public String allocatedHyperNode() {
    return allocatedHyperNode;
  }

  public void setAllocatedHyperNode(String hyperNode) {
    allocatedHyperNode = hyperNode;
  }

  /** Why its tasks do not fit, as far as this session has tried. */
  public JobFitErrors fitErrors() {
    return fitErrors;
  }

  @Override
  public String fitError() {
    return fitErrors.text();
  }

  @Override
  public String toString() {
    return key() + tasks;
  }
}
