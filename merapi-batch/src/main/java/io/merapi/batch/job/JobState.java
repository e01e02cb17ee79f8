package io.merapi.batch.job;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.device.DeviceAmounts;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
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
  private final JobChanges changes = new JobChanges(this);
  private final JobFitErrors fitErrors = new JobFitErrors(this);
  private final List<PodGroup.Condition> conditions;
  private final Resources totalRequest;
  private final Resources heldAtOpening;
  private final ResourcesSum held;

  /** What is held, once somebody has asked; null from then on when that changes. */
  private @Nullable Resources allocated;

  private PodGroupPhase phase;
  private int moves;
  private @Nullable NetworkTopology networkTopology;
  private String allocatedHyperNode = "";

  /**
   * A job as the cluster has it.
   *
   * @param queue the name of its queue
   * @param minResources what the group wants free; nothing where it does not say
   * @param members its tasks, in order of creation; nobody else may change the list
   */
  public JobState(
      PodGroup podGroup,
      String queue,
      int priority,
      Resources minResources,
      List<TaskState> members) {
    this.podGroup = podGroup;
    this.queue = queue;
    this.priority = priority;
    this.minResources = minResources;
    this.phase = podGroup.status().phase();
    this.conditions = new ArrayList<>(podGroup.status().conditions());
    this.networkTopology = podGroup.networkTopology();
    this.roles = new RoleCounts(podGroup.minTaskMember(), podGroup.minMember());
    this.subJobs = new SubJobs(this);
    this.tasks = Collections.unmodifiableList(members);
    ResourceDictionary dictionary = minResources.dictionary();
    this.held = new ResourcesSum(dictionary);
    var total = new ResourcesSum(dictionary);
    for (int i = 0; i < tasks.size(); i++) {
      TaskState task = tasks.get(i);
      task.moveTo(i);
      index().add(task);
      roles.add(task);
      subJobs.join(task);
      total.add(task.request());
      if (task.status().holdsResources()) {
        held.add(task.request());
      }
    }
    this.heldAtOpening = held.toResources();
    this.totalRequest = total.toResources();
  }

  /** Has somebody told if anything of the job changes from now on. */
  public void watch(JobWatcher watcher) {
    changes.watch(watcher);
  }

  /** Something is about to be told of the job, or something of it is about to change. */
  public void touch() {
    changes.touch();
  }

  /** What sessions have done to it; to be told of that before it happens. */
  JobChanges changes() {
    return changes;
  }

  /**
   * Takes back all that sessions did, so that the job and its tasks are as they were when it was
   * made; what fixes and domains have changed of it then is taken back too.
   */
  public void startOver() {
    changes.forEachTask(place -> {
      TaskState task = tasks.get(place);
      uncount(task);
      task.reset();
      count(task);
    });
    changes.forgetTasks();
    held.set(heldAtOpening);
    allocated = heldAtOpening;
    phase = podGroup.status().phase();
    networkTopology = podGroup.networkTopology();
    allocatedHyperNode = "";
    subJobs.all().forEach(SubJobState::startOver);
    fitErrors.startOver();
    forgetConditions();
  }

  /** Forgets conditions that a session has set, for nothing is to come of them. */
  public void forgetConditions() {
    conditions.clear();
    conditions.addAll(podGroup.status().conditions());
  }

  /** Lets its tasks go, for another job to be made of them. */
  public void disband() {
    tasks.forEach(TaskState::leaves);
  }

  /** Moves a task of this job to another status. */
  public void move(TaskState task, TaskStatus next) {
    changes.alter(task);
    moves++;
    uncount(task);
    if (task.status().holdsResources() != next.holdsResources()) {
      allocated = null;
      if (next.holdsResources()) {
        held.add(task.request());
      } else {
        held.subtract(task.request());
      }
    }
    task.setStatus(next);
    count(task);
  }

  /** A number that is another one after each move of a task to another status. */
  public int moves() {
    return moves;
  }

  private void count(TaskState task) {
    index().add(task);
    roles.add(task);
    subJobs.of(task).index().add(task);
  }

  private void uncount(TaskState task) {
    index().remove(task);
    roles.remove(task);
    subJobs.of(task).index().remove(task);
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
  public @Nullable Duration waitingTime() {
    return GroupAnnotations.waitingTime(podGroup.meta());
  }

  @Override
  public boolean preemptable() {
    return EvictionMarks.preemptable(podGroup.meta(), false);
  }

  /** Whether room may be made for gangs at its cost: as the group says, and where it does not. */
  public boolean evictable() {
    return EvictionMarks.preemptable(podGroup.meta(), true);
  }

  @Override
  public String revocableZone() {
    return EvictionMarks.revocableZone(podGroup.meta());
  }

  @Override
  public DisruptionBudget budget() {
    return GroupAnnotations.budget(podGroup.meta());
  }

  @Override
  public PodGroupPhase phase() {
    return phase;
  }

  public void setPhase(PodGroupPhase next) {
    if (next != phase) {
      changes.alter();
      phase = next;
    }
  }

  @Override
  public List<PodGroup.Condition> conditions() {
    return Collections.unmodifiableList(conditions);
  }

  /** Sets a condition in the place of one of the same type, or as the last one. */
  public void setCondition(PodGroup.Condition condition) {
    touch();
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
    Resources known = allocated;
    if (known == null) {
      known = held.toResources();
      allocated = known;
    }
    return known;
  }

  @Override
  public Resources heldAtOpening() {
    return heldAtOpening;
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
  public Resources outstandingMinResources() {
    return MinimumResources.outstanding(this);
  }

  @Override
  public Resources elasticResources() {
    return allocated().exceeding(minResources);
  }

  @Override
  public DeviceAmounts minDevices() {
    return MinimumDevices.of(this);
  }

  @Override
  public Resources withoutGated(Resources amount) {
    return MinimumResources.withoutGated(this, amount);
  }

  @Override
  public List<TaskState> tasks() {
    return tasks;
  }

  @Override
  List<TaskState> tasksOfJob() {
    return tasks;
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

  /**
   * How many tasks with a node each role has beyond its minimum; without roles where their minimums
   * do not count.
   */
  public Map<String, Integer> roleSurplus() {
    return roles.surplus();
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

  /** The part of the tasks that no policy matches; null where there are none. */
  public @Nullable SubJobState defaultSubJob() {
    return subJobs.named(key());
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
    changes.alter();
    networkTopology = topology;
  }

  @Override
  public String allocatedHyperNode() {
    return allocatedHyperNode;
  }

  public void setAllocatedHyperNode(String hyperNode) {
    changes.alter();
    allocatedHyperNode = hyperNode;
  }

  /** Why its tasks do not fit, as far as this session has tried. */
  public JobFitErrors fitErrors() {
    return fitErrors;
  }

  @Override
  public List<TaskState> unfitTasks() {
    return fitErrors.unfitTasks();
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
