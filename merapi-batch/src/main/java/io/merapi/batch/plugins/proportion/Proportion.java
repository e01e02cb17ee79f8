package io.merapi.batch.plugins.proportion;

import io.merapi.api.batch.QueueState;
import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Verdict;
import io.merapi.api.resource.Dimensions;
import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Allocatable;
import io.merapi.api.session.extension.Explained;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.JobEnqueueable;
import io.merapi.api.session.extension.JobEnqueued;
import io.merapi.api.session.extension.Overused;
import io.merapi.api.session.extension.PrePredicate;
import io.merapi.api.session.extension.Preemptive;
import io.merapi.api.session.extension.QueueEntitlement;
import io.merapi.api.session.extension.QueueOrder;
import io.merapi.api.session.extension.Reclaimable;
import io.merapi.api.session.extension.SimulateAddTask;
import io.merapi.api.session.extension.SimulateAllocatable;
import io.merapi.api.session.extension.SimulateRemoveTask;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.measures.MeasuredQueues;
import io.merapi.batch.measures.QueueFigures;
import io.merapi.batch.session.CopiedByTask;
import io.merapi.batch.shares.Reservations;
import io.merapi.batch.shares.Shortage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Gives queues parts of the cluster by weight, and holds them to it. */
public final class Proportion
    implements QueueOrder,
        Overused,
        Allocatable,
        Preemptive,
        PrePredicate,
        SimulateAllocatable,
        SimulateAddTask,
        SimulateRemoveTask,
        JobEnqueueable,
        JobEnqueued,
        Reclaimable,
        QueueEntitlement,
        TaskEvents,
        Explained,
        MeasuredQueues {

  public static final String NAME = "proportion";

  private final Session session;
  private final Reservations reservations;
  private final ClusterDivision division;
  private final QueueShares shares;
  private final CopiedByTask<QueueShares> ofTasks;

  public Proportion(Session session) {
    this.session = session;
    this.reservations = new Reservations(session);
    this.division = new ClusterDivision(session);
    this.shares = division.shares();
    this.ofTasks = new CopiedByTask<>(session, "proportionState", QueueShares.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Only where jobs that show no sign of life give their reservation up. */
  @Override
  public boolean readsClock() {
    return session.fixes().has(Fix.RELEASE_DEAD_INQUEUE);
  }

  /** The higher priority goes first, then the queue that has less of what it deserves. */
  @Override
  public int compareQueues(QueueInfo left, QueueInfo right) {
    int byPriority = Integer.compare(right.queue().priority(), left.queue().priority());
    return byPriority == 0 ? Double.compare(shareOf(left), shareOf(right)) : byPriority;
  }

  private double shareOf(QueueInfo queue) {
    QueueShare share = shares.of(queue.name());
    return share == null ? 0 : share.share();
  }

  @Override
  public boolean overused(QueueInfo queue) {
    QueueShare share = shares.of(queue.name());
    return share == null || share.deserved().lessEqual(share.allocated(), MissingDimension.ZERO);
  }

  @Override
  public boolean allocatable(QueueInfo queue, Task candidate) {
    return isOpen(queue) && hasRoom(shares, queue, candidate.request());
  }

  @Override
  public boolean preemptive(QueueInfo queue, List<? extends Task> candidates) {
    var sum = new ResourcesSum(session.resources());
    candidates.forEach(candidate -> sum.add(candidate.request()));
    Resources request = sum.toResources();
    return isOpen(queue) && hasRoom(shares, queue, request) && canUse(queue, request);
  }

  /** What a queue deserves can be more than it may use: a guarantee is given in any case. */
  private boolean canUse(QueueInfo queue, Resources request) {
    QueueShare share = shares.of(queue.name());
    return !session.fixes().has(Fix.RECLAIM_CAPPED_BY_REAL_CAPABILITY)
        || (share != null
            && Dimensions.fits(
                share.allocated().plus(request), share.bounds().realCapability(), request));
  }

  private static boolean isOpen(QueueInfo queue) {
    return queue.queue().state() == QueueState.OPEN;
  }

  /** Whether a queue stays within what it deserves, in all that is asked for. */
  private static boolean hasRoom(QueueShares shares, QueueInfo queue, Resources request) {
    QueueShare share = shares.of(queue.name());
    return share != null && Dimensions.fitsBeside(share.allocated(), share.deserved(), request);
  }

  /** Lets dry runs for a task begin with the shares of all queues; each has its own copy. */
  @Override
  public Fit prePredicate(Task task) {
    ofTasks.put(task, shares);
    return Fit.fits();
  }

  /** Whether the queue is open is not asked here: a dry run is about resources. */
  @Override
  public boolean simulateAllocatable(CycleState state, QueueInfo queue, Task task) {
    QueueShares simulated = ofTasks.in(state, task);
    return simulated != null && hasRoom(simulated, queue, task.request());
  }

  @Override
  public Verdict simulateAddTask(CycleState state, Task toSchedule, Task toAdd, SessionNode node) {
    return simulate(ofTasks.in(state, toSchedule), toAdd, QueueShares::take);
  }

  @Override
  public Verdict simulateRemoveTask(
      CycleState state, Task toSchedule, Task toRemove, SessionNode node) {
    return simulate(ofTasks.in(state, toSchedule), toRemove, QueueShares::giveBack);
  }

  private Verdict simulate(@Nullable QueueShares simulated, Task task, Change change) {
    if (simulated == null) {
      return Verdict.error("failed to get proportion state: error " + ofTasks.missing());
    }
    Job job = task.job();
    if (job == null) {
      return Verdict.error("[proportion] job %s not found in session".formatted(task.jobKey()));
    }
    return change.apply(simulated, job.queue(), task.request())
        ? Verdict.success()
        : Verdict.error("[proportion] queue %s not found".formatted(job.queue()));
  }

  @Override
  public Vote jobEnqueueable(Job job) {
    QueueInfo queue = session.queue(job.queue());
    QueueShare share = shares.of(job.queue());
    if (queue == null || share == null || !isOpen(queue)) {
      return Vote.REJECT;
    }
    if (job.podGroup().minResources() == null) {
      return Vote.PERMIT;
    }
    List<String> exceeded =
        Dimensions.exceeding(
            share.usedWith(job), share.bounds().realCapability(), job.minResources());
    if (exceeded.isEmpty()) {
      return Vote.PERMIT;
    }
    session.report(
        job,
        "Normal",
        "Unschedulable",
        Shortage.text("queue resource quota insufficient", "insufficient", exceeded));
    return Vote.REJECT;
  }

  @Override
  public boolean entitled(Job job) {
    QueueShare share = shares.of(job.queue());
    return share != null
        && Dimensions.fits(share.usedWith(job), share.deserved(), job.minResources());
  }

  @Override
  public void jobEnqueued(Job job) {
    shares.reserve(job.queue(), reservations.admitted(job));
  }

  /**
   * Tasks of queues that use more than they deserve, in the order given, until their queue does not
   * any more.
   */
  @Override
  public VictimVote reclaimable(Task reclaimer, List<? extends Task> reclaimees) {
    var victims = new ArrayList<Task>();
    var left = new HashMap<String, Resources>();
    for (Task reclaimee : reclaimees) {
      Job job = reclaimee.job();
      QueueShare share = job == null ? null : shares.of(job.queue());
      if (job == null || share == null) {
        continue;
      }
      Resources allocated = left.getOrDefault(job.queue(), share.allocated());
      if (canSpare(allocated, share.deserved(), reclaimee)) {
        left.put(job.queue(), allocated.minusAllowingNegative(reclaimee.request()));
        victims.add(reclaimee);
      }
    }
    return VictimVote.of(victims);
  }

  /** Whom the room is for makes no difference. */
  @Override
  public Object reclaimerTraits(Task reclaimer) {
    return NAME;
  }

  @Override
  public VictimDependence reclaimableDependence(Task reclaimer, List<? extends Task> reclaimees) {
    return VictimDependence.QUEUES;
  }

  /**
   * Whether a queue can lose a task.
   *
   * <p>Kept from upstream: it can while it uses more than it deserves of anything. With {@code
   * reclaim-judges-the-result} only what the task itself holds counts, and the queue must not fall
   * below what it deserves of that: else it would be its turn to reclaim next.
   */
  private boolean canSpare(Resources allocated, Resources deserved, Task task) {
    if (!session.fixes().has(Fix.RECLAIM_JUDGES_THE_RESULT)) {
      return !allocated.lessEqual(deserved, MissingDimension.ZERO);
    }
    Resources after = allocated.minusAllowingNegative(task.request());
    List<String> overused = Dimensions.greater(allocated, deserved, task.request());
    return !overused.isEmpty()
        && Dimensions.sufficient(deserved, after, task.request()).containsAll(overused);
  }

  @Override
  public Verdict allocated(Task task) {
    Job job = task.job();
    if (job != null) {
      shares.take(job.queue(), task.request());
    }
    return Verdict.success();
  }

  @Override
  public void deallocated(Task task) {
    Job job = task.job();
    if (job != null) {
      shares.giveBack(job.queue(), task.request());
    }
  }

  /** The share of a queue as it stands now; null where it had no jobs. */
  @Nullable QueueShare share(String queue) {
    return shares.of(queue);
  }

  @Override
  public List<QueueFigures> queueFigures() {
    return shares.figures();
  }

  @Override
  public Map<String, @Nullable Object> attributes() {
    var attributes = new TreeMap<String, @Nullable Object>();
    attributes.put("totalResource", session.totalResources());
    attributes.put("totalGuarantee", division.totalGuarantee());
    attributes.put("queues", shares.attributes());
    return attributes;
  }

  /** A task that comes to a queue or leaves it; says whether the queue is known. */
  private interface Change {
    boolean apply(QueueShares shares, String queue, Resources amount);
  }
}
