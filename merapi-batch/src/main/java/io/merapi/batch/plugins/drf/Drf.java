package io.merapi.batch.plugins.drf;

import io.merapi.api.framework.Verdict;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Explained;
import io.merapi.api.session.extension.JobOrder;
import io.merapi.api.session.extension.Preemptable;
import io.merapi.api.session.extension.QueueOrder;
import io.merapi.api.session.extension.Reclaimable;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.batch.measures.MeasuredJobs;
import io.merapi.batch.shares.DominantShare;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts jobs, and with a hierarchy queues, first that have the smaller dominant share. */
public final class Drf
    implements JobOrder, QueueOrder, Preemptable, Reclaimable, TaskEvents, Explained, MeasuredJobs {

  public static final String NAME = "drf";

  /** The difference up to which shares count as equal when victims are chosen. */
  private static final double SHARE_DELTA = 0.000001;

  private final Session session;
  private final Resources total;

  /** Of jobs that were asked about or moved; any other has what it had at the opening. */
  private final Map<Job, JobShare> jobs = new HashMap<>();

  private final @Nullable Hierarchy hierarchy;

  /**
   * @param hierarchical whether queues are compared, which the switch {@code enableHierarchy} says
   */
  public Drf(Session session, boolean hierarchical) {
    this.session = session;
    this.total = session.totalResources();
    this.hierarchy = hierarchical ? hierarchy() : null;
  }

  private Hierarchy hierarchy() {
    var tree = new Hierarchy(total);
    for (Job job : session.jobs()) {
      QueueInfo queue = session.queue(job.queue());
      if (queue != null) {
        JobShare share = new JobShare(job.allocated(), total);
        jobs.put(job, share);
        tree.add(queue, job, share);
      }
    }
    if (!session.jobs().isEmpty()) {
      tree.refresh();
    }
    return tree;
  }

  @Override
  public double shareOfJob(Job job) {
    return shareOf(job).share();
  }

  private JobShare shareOf(Job job) {
    JobShare share = jobs.get(job);
    if (share == null) {
      share = new JobShare(job.heldAtOpening(), total);
      jobs.put(job, share);
    }
    return share;
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
  public int compareJobs(Job left, Job right) {
    return Double.compare(shareOf(left).share(), shareOf(right).share());
  }

  @Override
  public int compareQueues(QueueInfo left, QueueInfo right) {
    return hierarchy == null ? 0 : (int) Math.signum(hierarchy.compare(left, right));
  }

  /**
   * Tasks of jobs whose share, without them, is still at least that of the preemptor's job with the
   * preemptor. A job's tasks add up in the order given, whether or not each is chosen.
   */
  @Override
  public VictimVote preemptable(Task preemptor, List<? extends Task> preemptees) {
    var victims = new ArrayList<Task>();
    Job job = preemptor.job();
    if (job == null) {
      return VictimVote.of(victims);
    }
    double share = share(shareOf(job).allocated().plus(preemptor.request()));
    var left = new HashMap<Job, Resources>();
    for (Task preemptee : preemptees) {
      Job other = preemptee.job();
      if (other == null) {
        continue;
      }
      Resources before = left.containsKey(other) ? left.get(other) : shareOf(other).allocated();
      Resources after = before.minusAllowingNegative(preemptee.request());
      left.put(other, after);
      double otherShare = share(after);
      if (share < otherShare || Math.abs(share - otherShare) <= SHARE_DELTA) {
        victims.add(preemptee);
      }
    }
    return VictimVote.of(victims);
  }

  /** What the job of the preemptor would have, whichever job that is. */
  @Override
  public Object preemptorTraits(Task preemptor) {
    Job job = preemptor.job();
    return job == null ? NAME : share(shareOf(job).allocated().plus(preemptor.request()));
  }

  @Override
  public VictimDependence preemptableDependence(Task preemptor, List<? extends Task> preemptees) {
    return VictimDependence.JOBS;
  }

  private double share(Resources amount) {
    return DominantShare.of(amount, total).share();
  }

  /**
   * Tasks without which their queue would still come after the reclaimer's queue with the
   * reclaimer; each is looked at as if it alone were to go.
   */
  @Override
  public VictimVote reclaimable(Task reclaimer, List<? extends Task> reclaimees) {
    var victims = new ArrayList<Task>();
    Job job = reclaimer.job();
    QueueInfo queue = job == null ? null : session.queue(job.queue());
    if (hierarchy == null || job == null || queue == null) {
      return VictimVote.of(victims);
    }
    JobShare present = shareOf(job);
    hierarchy.set(queue, job, new JobShare(present.allocated().plus(reclaimer.request()), total));
    for (Task reclaimee : reclaimees) {
      if (comesAfter(queue, reclaimee, hierarchy)) {
        victims.add(reclaimee);
      }
    }
    hierarchy.set(queue, job, present);
    return VictimVote.of(victims);
  }

  @Override
  public Object reclaimerTraits(Task reclaimer) {
    return hierarchy == null ? NAME : reclaimer;
  }

  /** Without a hierarchy nobody may go; with one, shares count all the way up. */
  @Override
  public VictimDependence reclaimableDependence(Task reclaimer, List<? extends Task> reclaimees) {
    return hierarchy == null ? VictimDependence.NODE : VictimDependence.SESSION;
  }

  private boolean comesAfter(QueueInfo queue, Task reclaimee, Hierarchy tree) {
    Job job = reclaimee.job();
    QueueInfo other = job == null ? null : session.queue(job.queue());
    if (job == null || other == null) {
      return false;
    }
    JobShare present = shareOf(job);
    Resources without = present.allocated().minusAllowingNegative(reclaimee.request());
    tree.set(other, job, new JobShare(without, total));
    boolean after = tree.compare(queue, other) < 0;
    tree.set(other, job, present);
    return after;
  }

  @Override
  public Verdict allocated(Task task) {
    Job job = task.job();
    if (job != null) {
      JobShare share = shareOf(job);
      share.take(task.request());
      tellHierarchy(job, share);
    }
    return Verdict.success();
  }

  @Override
  public void deallocated(Task task) {
    Job job = task.job();
    if (job != null) {
      JobShare share = shareOf(job);
      share.giveBack(task.request());
      tellHierarchy(job, share);
    }
  }

  private void tellHierarchy(Job job, JobShare share) {
    QueueInfo queue = hierarchy == null ? null : session.queue(job.queue());
    if (hierarchy != null && queue != null) {
      hierarchy.set(queue, job, share);
    }
  }

  @Override
  public Map<String, @Nullable Object> attributes() {
    var attributes = new TreeMap<String, @Nullable Object>();
    var shares = new TreeMap<String, @Nullable Object>();
    session.jobs().forEach(job -> shares.put(job.key(), shareOf(job).attributes()));
    attributes.put("jobs", shares);
    attributes.put("totalResource", total);
    if (hierarchy == null) {
      attributes.put("totalAllocated", Resources.none(session.resources()));
    } else {
      attributes.put("totalAllocated", hierarchy.allocated());
      attributes.put("hierarchy", hierarchy.attributes());
    }
    return attributes;
  }
}
