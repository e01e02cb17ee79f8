package io.merapi.batch.session;

import io.merapi.api.pod.Pod;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.SubJob;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.ClusterOrder;
import io.merapi.api.session.extension.JobOrder;
import io.merapi.api.session.extension.QueueOrder;
import io.merapi.api.session.extension.SubJobOrder;
import io.merapi.api.session.extension.TaskOrder;
import io.merapi.api.session.extension.VictimQueueOrder;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.TierLineup;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Who goes first: the first plugin that sees a difference decides, and creation where none does.
 *
 * <p>Methods say whether the first goes before the second. Plugins need not agree with themselves,
 * and what they go by changes while things are compared: use {@link OrderedHeap}, never a sort that
 * needs a true order.
 */
public final class Orders {

  private final Map<String, QueueInfo> queues;
  private final TierLineup<JobOrder> jobs;
  private final TierLineup<QueueOrder> queueOrder;
  private final TierLineup<VictimQueueOrder> victimQueues;
  private final TierLineup<TaskOrder> tasks;
  private final TierLineup<SubJobOrder> subJobs;
  private final TierLineup<ClusterOrder> clusters;

  Orders(SessionPlugins plugins, Map<String, QueueInfo> queues) {
    this.queues = queues;
    this.jobs = plugins.lineup(ExtensionPoint.JOB_ORDER, JobOrder.class);
    this.queueOrder = plugins.lineup(ExtensionPoint.QUEUE_ORDER, QueueOrder.class);
    this.victimQueues = plugins.lineup(ExtensionPoint.VICTIM_QUEUE_ORDER, VictimQueueOrder.class);
    this.tasks = plugins.lineup(ExtensionPoint.TASK_ORDER, TaskOrder.class);
    this.subJobs = plugins.lineup(ExtensionPoint.SUB_JOB_ORDER, SubJobOrder.class);
    this.clusters = plugins.lineup(ExtensionPoint.CLUSTER_ORDER, ClusterOrder.class);
  }

  public boolean job(Job left, Job right) {
    int order = compareJobs(left, right);
    if (order != 0) {
      return order < 0;
    }
    int created = left.created().compareTo(right.created());
    return created != 0 ? created < 0 : left.key().compareTo(right.key()) < 0;
  }

  /** What plugins say of two jobs, without the tie-break by creation. */
  public int compareJobs(Job left, Job right) {
    return jobs.compare(JobOrder::compareJobs, left, right);
  }

  public boolean queue(QueueInfo left, QueueInfo right) {
    int order = queueOrder.compare(QueueOrder::compareQueues, left, right);
    if (order != 0) {
      return order < 0;
    }
    int created = left.created().compareTo(right.created());
    return created != 0 ? created < 0 : left.name().compareTo(right.name()) < 0;
  }

  /**
   * Of two queues, the one that victims are taken from first.
   *
   * @param preemptor the queue that room is made for
   */
  public boolean victimQueue(QueueInfo left, QueueInfo right, QueueInfo preemptor) {
    int order = victimQueues.compare(plugin -> plugin.compareVictimQueues(left, right, preemptor));
    return order != 0 ? order < 0 : !queue(left, right);
  }

  public boolean task(Task left, Task right) {
    int order = tasks.compare(TaskOrder::compareTasks, left, right);
    return order != 0 ? order < 0 : byIndex(left, right);
  }

  /**
   * Who orders tasks, if that is the same whenever the same do it; else null. Then a heap of tasks
   * that was built once may stand for another one of the same tasks.
   */
  public @Nullable List<String> lastingTaskOrder() {
    return tasks.all(TaskOrder::ordersByPods)
        ? tasks.plugins().stream().map(TaskOrder::name).toList()
        : null;
  }

  /** By the number at the end of the pod's name, as job controllers make them; else by creation. */
  private static boolean byIndex(Task left, Task right) {
    int leftIndex = ((TaskState) left).indexInName();
    int rightIndex = ((TaskState) right).indexInName();
    if (leftIndex >= 0 && rightIndex >= 0 && leftIndex != rightIndex) {
      return leftIndex < rightIndex;
    }
    int created = created(left.pod()).compareTo(created(right.pod()));
    return created != 0 ? created < 0 : left.uid().compareTo(right.uid()) < 0;
  }

  private static Instant created(Pod pod) {
    return Objects.requireNonNullElse(pod.meta().creationTimestamp(), Instant.EPOCH);
  }

  public boolean subJob(SubJob left, SubJob right) {
    int order = subJobs.compare(SubJobOrder::compareSubJobs, left, right);
    if (order != 0) {
      return order < 0;
    }
    return left.matchIndex() != right.matchIndex()
        ? left.matchIndex() < right.matchIndex()
        : left.uid().compareTo(right.uid()) < 0;
  }

  /** By the names of clusters. */
  public boolean cluster(String left, String right) {
    int order = clusters.compare(ClusterOrder::compareClusters, left, right);
    return order != 0 ? order < 0 : left.compareTo(right) < 0;
  }

  /** See {@link io.merapi.api.session.Session#victimOrder}. */
  BiPredicate<Task, Task> victims(Task preemptor) {
    return (left, right) -> victim(left, right, preemptor);
  }

  private boolean victim(Task left, Task right, Task preemptor) {
    if (left.jobKey().equals(right.jobKey())) {
      return !task(left, right);
    }
    Job leftJob = left.job();
    Job rightJob = right.job();
    if (leftJob == null || rightJob == null) {
      // Tasks whose group is gone are the first to go.
      return leftJob == null && (rightJob != null || !task(left, right));
    }
    Job preemptorJob = preemptor.job();
    if (preemptorJob != null && !leftJob.queue().equals(rightJob.queue())) {
      return victimQueue(
          Objects.requireNonNull(queues.get(leftJob.queue())),
          Objects.requireNonNull(queues.get(rightJob.queue())),
          Objects.requireNonNull(queues.get(preemptorJob.queue())));
    }
    int order = compareJobs(leftJob, rightJob);
    return order != 0 ? order > 0 : !task(left, right);
  }
}
