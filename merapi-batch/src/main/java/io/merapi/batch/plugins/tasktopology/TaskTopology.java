package io.merapi.batch.plugins.tasktopology;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.KindOrder;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.api.session.extension.TaskOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Places tasks of a job beside those of its tasks that they should be with, and away from others.
 *
 * <p>Differs from upstream: a task that a statement takes back counts as waiting again. Upstream
 * goes on counting it as placed, and panics if it is placed once more.
 */
public final class TaskTopology implements TaskOrder, NodeOrder, KindOrder, TaskEvents {

  public static final String NAME = "task-topology";

  private final Session session;
  private final long weight;
  private final Map<String, Buckets> byJob = new HashMap<>();
  private final Set<Task> placed = new HashSet<>();

  public TaskTopology(TaskTopologyArgs args, Session session) {
    this.session = session;
    this.weight = args.weight();
    for (Job job : session.jobs()) {
      RoleTopology topology = job.count(TaskStatus.PENDING) == 0 ? null : RoleTopology.of(job);
      if (topology != null) {
        byJob.put(job.key(), new Buckets(job, topology));
      }
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean readsClock() {
    return false;
  }

  /** The tasks of a bucket one after the other, those of large and old buckets first. */
  @Override
  public int compareTasks(Task left, Task right) {
    Buckets leftBuckets = byJob.get(left.jobKey());
    Buckets rightBuckets = byJob.get(right.jobKey());
    if (leftBuckets == null || rightBuckets == null) {
      return 0;
    }
    Bucket leftBucket = leftBuckets.of(left);
    Bucket rightBucket = rightBuckets.of(right);
    if (leftBucket == null || rightBucket == null) {
      return Boolean.compare(leftBucket == null, rightBucket == null);
    }
    if (leftBuckets != rightBuckets) {
      return 0;
    }
    if (leftBucket == rightBucket) {
      return leftBuckets.compareWithinBucket(left, right);
    }
    int order = Integer.compare(rightBucket.waiting(), leftBucket.waiting());
    return order != 0 ? order : Integer.compare(leftBucket.index(), rightBucket.index());
  }

  /** The more of its bucket are on the node or would fit there, the better. */
  @Override
  public double scoreNode(Task task, SessionNode node) {
    Buckets buckets = byJob.get(task.jobKey());
    Bucket bucket = buckets == null ? null : buckets.of(task);
    Resources room = node.idle().plus(node.releasing());
    if (buckets == null
        || bucket == null
        || room.lessPartly(task.request(), MissingDimension.ZERO)) {
      return 0;
    }
    int score =
        bucket.on(node.name())
            - buckets.repulsion(RoleTopology.role(task), node.name())
            + bucket.fitting(task, room);
    return (double) (weight * score) * ScorePlugin.MAX_SCORE / buckets.largest();
  }

  /** What a task of a bucket scores depends on where the others of its job are. */
  @Override
  public Dependence nodeOrderDependence(Task task) {
    Buckets buckets = byJob.get(task.jobKey());
    return buckets == null || buckets.of(task) == null ? Dependence.NODE : Dependence.CLUSTER;
  }

  /** Nodes with the same room, and of the job as many tasks that matter, score the same. */
  @Override
  public Optional<NodeKinds> kinds(Task task) {
    Buckets buckets = byJob.get(task.jobKey());
    Bucket bucket = buckets == null ? null : buckets.of(task);
    return buckets == null || bucket == null
        ? Optional.empty()
        : Optional.of(new NodesOfBucket(session, buckets, bucket, RoleTopology.role(task)));
  }

  @Override
  public Verdict allocated(Task task) {
    Buckets buckets = byJob.get(task.jobKey());
    // One whose eviction is taken back was on its node all the time.
    boolean isNew = task.status() == TaskStatus.ALLOCATED || task.status() == TaskStatus.PIPELINED;
    if (buckets != null && isNew && placed.add(task)) {
      buckets.place(task);
    }
    return Verdict.success();
  }

  @Override
  public void deallocated(Task task) {
    Buckets buckets = byJob.get(task.jobKey());
    if (buckets != null && placed.remove(task)) {
      buckets.takeBack(task);
    }
  }
}
