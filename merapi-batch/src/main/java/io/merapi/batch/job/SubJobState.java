package io.merapi.batch.job;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.SubJob;
import io.merapi.api.session.TaskStatus;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a job. */
public final class SubJobState extends IndexedTasks implements SubJob {

  private final JobState job;
  private final String groupUid;
  private final String uid;
  private final int minAvailable;
  private final int matchIndex;
  private final @Nullable NetworkTopology statedTopology;
  private final List<TaskState> tasks;
  private @Nullable List<String> lineOrder;
  private @Nullable List<TaskState> line;
  private int priority;
  private @Nullable NetworkTopology networkTopology;
  private String allocatedHyperNode = "";
  private String nominatedHyperNode = "";

  SubJobState(
      JobState job,
      String groupUid,
      String uid,
      int minAvailable,
      int matchIndex,
      @Nullable NetworkTopology networkTopology) {
    this.job = job;
    this.groupUid = groupUid;
    this.uid = uid;
    this.minAvailable = minAvailable;
    this.matchIndex = matchIndex;
    this.statedTopology = networkTopology;
    this.networkTopology = networkTopology;
    this.tasks = new ArrayList<>(Math.clamp(minAvailable, 0, job.tasks().size()));
  }

  void join(TaskState task) {
    tasks.add(task);
    task.joins(this);
    index().add(task);
    priority = Math.max(priority, task.priority());
  }

  /**
   * The pending tasks as they were lined up before; null where they were not, or not so, or where a
   * session has moved tasks of the job.
   *
   * @param order who decides on the order
   */
  public @Nullable List<TaskState> linedUp(List<String> order) {
    return job.changes().spareTasks() && order.equals(lineOrder) ? line : null;
  }

  /** Remembers how pending tasks line up, for as long as the job is not made anew. */
  public void lineUp(List<String> order, List<TaskState> tasksInLine) {
    if (job.changes().spareTasks()) {
      lineOrder = order;
      line = tasksInLine;
    }
  }

  /** Takes back all but where its tasks stand, which the job does. */
  void startOver() {
    networkTopology = statedTopology;
    allocatedHyperNode = "";
    nominatedHyperNode = "";
  }

  @Override
  List<TaskState> tasksOfJob() {
    return job.tasks();
  }

  @Override
  public JobState job() {
    return job;
  }

  @Override
  public String groupUid() {
    return groupUid;
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public int minAvailable() {
    return minAvailable;
  }

  @Override
  public int matchIndex() {
    return matchIndex;
  }

  @Override
  public int priority() {
    return priority;
  }

  @Override
  public Collection<TaskState> tasks() {
    return Collections.unmodifiableList(tasks);
  }

  @Override
  public Resources pendingRequest() {
    var sum = new ResourcesSum(job.allocated().dictionary());
    index().tasks(TaskStatus.PENDING).forEach(task -> sum.add(task.request()));
    return sum.toResources();
  }

  @Override
  public @Nullable NetworkTopology networkTopology() {
    return networkTopology;
  }

  /** Replaces how close together its tasks must be, as the domains of the cluster allow. */
  public void setNetworkTopology(@Nullable NetworkTopology topology) {
    job.changes().alter();
    networkTopology = topology;
  }

  @Override
  public String allocatedHyperNode() {
    return allocatedHyperNode;
  }

  public void setAllocatedHyperNode(String hyperNode) {
    job.changes().alter();
    allocatedHyperNode = hyperNode;
  }

  @Override
  public String nominatedHyperNode() {
    return nominatedHyperNode;
  }

  public void setNominatedHyperNode(String hyperNode) {
    job.changes().alter();
    nominatedHyperNode = hyperNode;
  }

  @Override
  public String toString() {
    return uid + tasks;
  }
}
