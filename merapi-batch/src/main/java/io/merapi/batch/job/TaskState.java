package io.merapi.batch.job;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.device.DeviceAmounts;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A task of a session.
 *
 * <p>Implementation note: there is one for each pod, so that there is no field for what others know
 * already: its part of the job, the request, or the pod.
 */
public final class TaskState implements Task {

  /** Tasks in order of creation, then of identity. */
  public static final Comparator<TaskState> BY_CREATION =
      Comparator.comparing(TaskState::created)
          .thenComparing(TaskState::uid)
          .thenComparing(TaskState::key);

  /** The priority of a pod that states none. */
  private static final int DEFAULT_PRIORITY = 1;

  private static final int NO_INDEX = -1;
  private static final int UNREAD = -2;

  private final PodInfo info;
  private final String role;
  private final int priority;
  private final Resources request;
  private final SortedMap<String, DeviceAmounts> claimedDevices;
  private final boolean preemptable;

  /** See {@link #indexInName}; worked out when it is asked for first. */
  private int indexInName = UNREAD;

  private @Nullable SubJobState subJob;
  private int position;
  private TaskStatus status;
  private String nodeName;
  private boolean evictionOccurred;
  private String jobAllocatedHyperNode = "";
  private boolean nominationForgotten;
  private @Nullable Transaction lastTransaction;

  /** Whether sessions may have done something to it. */
  private boolean altered;

  /**
   * A task as the cluster has it.
   *
   * @param request see {@link TaskRequests}
   * @param claimedDevices see {@link ClaimedDevices}
   */
  public TaskState(
      PodInfo info, Resources request, SortedMap<String, DeviceAmounts> claimedDevices) {
    this.info = info;
    this.request = request;
    this.claimedDevices = Collections.unmodifiableSortedMap(claimedDevices);
    Pod pod = info.pod();
    ObjectMeta meta = pod.meta();
    String annotatedRole = meta.annotations().getOrDefault(VolcanoKeys.TASK_SPEC, "");
    this.role =
        annotatedRole.isEmpty()
            ? meta.labels().getOrDefault(VolcanoKeys.TASK_SPEC, "")
            : annotatedRole;
    this.priority = priority(pod);
    this.preemptable = EvictionMarks.preemptable(meta, true);
    this.status = TaskStatus.of(pod);
    this.nodeName = pod.nodeName();
  }

  /** Forgets what sessions did to it: it stands again where the cluster has it. */
  public void reset() {
    if (!altered) {
      return;
    }
    altered = false;
    Pod pod = info.pod();
    status = TaskStatus.of(pod);
    nodeName = pod.nodeName();
    nominationForgotten = false;
    evictionOccurred = false;
    jobAllocatedHyperNode = "";
    lastTransaction = null;
  }

  private static int priority(Pod pod) {
    String annotated = pod.meta().annotations().get(VolcanoKeys.TASK_PRIORITY);
    if (annotated != null) {
      try {
        return Integer.parseInt(annotated);
      } catch (NumberFormatException _) {
        // What cannot be parsed counts as if it were not there.
      }
    }
    Integer own = pod.spec().priority();
    return own == null ? DEFAULT_PRIORITY : own;
  }

  /** The number at the end of the pod's name, as job controllers make them; negative for none. */
  public int indexInName() {
    if (indexInName == UNREAD) {
      indexInName = indexIn(name());
    }
    return indexInName;
  }

  private static int indexIn(String name) {
    int last = name.lastIndexOf('-');
    if (last <= name.indexOf('-')) {
      return NO_INDEX;
    }
    try {
      return Integer.parseInt(name, last + 1, name.length(), 10);
    } catch (NumberFormatException _) {
      return NO_INDEX;
    }
  }

  @Override
  public PodInfo info() {
    return info;
  }

  @Override
  public String jobKey() {
    JobState owner = job();
    if (owner != null) {
      return owner.key();
    }
    String group = groupName();
    return group.isEmpty() ? "" : pod().namespace() + "/" + group;
  }

  /** The PodGroup that the pod says it belongs to; empty for none. */
  public String groupName() {
    return pod().meta().annotations().getOrDefault(VolcanoKeys.GROUP_NAME, "");
  }

  @Override
  public @Nullable JobState job() {
    return subJob == null ? null : subJob.job();
  }

  @Override
  public String role() {
    return role;
  }

  @Override
  public int priority() {
    return priority;
  }

  @Override
  public Resources request() {
    return request;
  }

  @Override
  public SortedMap<String, DeviceAmounts> claimedDevices() {
    return claimedDevices;
  }

  @Override
  public boolean bestEffort() {
    return request.isEmpty();
  }

  @Override
  public boolean gated() {
    return !pod().spec().schedulingGates().isEmpty();
  }

  /** Whether nothing but its queue keeps it back: the one gate is that of batch scheduling. */
  public boolean waitsForQueueOnly() {
    return pod().spec().schedulingGates().equals(List.of(VolcanoKeys.QUEUE_ALLOCATION_GATE));
  }

  /** Whether its pod asks that the gate of its queue be taken away for it. */
  public boolean asksForQueueAdmission() {
    return "true".equals(pod().meta().annotations().get(VolcanoKeys.QUEUE_ALLOCATION_GATE));
  }

  @Override
  public boolean preemptable() {
    return preemptable;
  }

  @Override
  public String revocableZone() {
    return EvictionMarks.revocableZone(pod().meta());
  }

  @Override
  public TaskStatus status() {
    return status;
  }

  @Override
  public String nodeName() {
    return nodeName;
  }

  @Override
  public boolean evictionOccurred() {
    return evictionOccurred;
  }

  @Override
  public String jobAllocatedHyperNode() {
    return jobAllocatedHyperNode;
  }

  @Override
  public @Nullable Transaction lastTransaction() {
    return lastTransaction;
  }

  /** The transaction that reports go by: the last one, or where the task stands now. */
  public Transaction reportedTransaction() {
    Transaction last = lastTransaction;
    return last == null ? transaction() : last;
  }

  /** When the pod was created; the epoch where it does not say. */
  public Instant created() {
    Instant created = pod().meta().creationTimestamp();
    return created == null ? Instant.EPOCH : created;
  }

  /** Puts the task on a node, or with an empty name on none. */
  public void assignTo(String node) {
    alter();
    nodeName = node;
  }

  /** The node where room was made for the pod before this session; empty for none. */
  public String nominatedNodeName() {
    return nominationForgotten ? "" : pod().status().nominatedNodeName();
  }

  /** Gives up the claim to the node where room was made for the pod. */
  public void forgetNomination() {
    alter();
    nominationForgotten = true;
  }

  public void setEvictionOccurred(boolean occurred) {
    alter();
    evictionOccurred = occurred;
  }

  public void setJobAllocatedHyperNode(String hyperNode) {
    alter();
    jobAllocatedHyperNode = hyperNode;
  }

  /** Keeps where the task stood in a statement, or forgets it. */
  public void setLastTransaction(@Nullable Transaction transaction) {
    alter();
    lastTransaction = transaction;
  }

  /** Moves a task that belongs to no job of the session; jobs move their own. */
  public void setStatus(TaskStatus next) {
    altered = true;
    status = next;
  }

  /** Gives the task a place in the order of its job. */
  void moveTo(int newPosition) {
    position = newPosition;
  }

  /** Makes the task one of no job. */
  void leaves() {
    subJob = null;
  }

  private void alter() {
    altered = true;
    JobState owner = job();
    if (owner != null) {
      owner.changes().alter(this);
    }
  }

  /** Makes the task a member of a job, in a part of it. */
  void joins(SubJobState part) {
    subJob = part;
  }

  /** The part of its job that the task belongs to; null where it has no job. */
  @Nullable SubJobState subJob() {
    return subJob;
  }

  /** The place of the task in the order of its job. */
  public int position() {
    return position;
  }

  @Override
  public String toString() {
    return "%s %s%s".formatted(key(), status, nodeName.isEmpty() ? "" : " on " + nodeName);
  }
}
