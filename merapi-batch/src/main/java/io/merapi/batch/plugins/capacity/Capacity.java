package io.merapi.batch.plugins.capacity;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.QueueState;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.fixes.Fix;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Verdict;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.Allocatable;
import io.merapi.api.session.extension.Explained;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.JobEnqueueable;
import io.merapi.api.session.extension.JobEnqueued;
import io.merapi.api.session.extension.PrePredicate;
import io.merapi.api.session.extension.Preemptive;
import io.merapi.api.session.extension.QueueEntitlement;
import io.merapi.api.session.extension.QueueOrder;
import io.merapi.api.session.extension.Reclaimable;
import io.merapi.api.session.extension.SimulateAddTask;
import io.merapi.api.session.extension.SimulateAllocatable;
import io.merapi.api.session.extension.SimulateRemoveTask;
import io.merapi.api.session.extension.TaskEvents;
import io.merapi.api.session.extension.UnifiedEvictable;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.api.session.extension.VictimQueueOrder;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.measures.MeasuredQueues;
import io.merapi.batch.measures.QueueFigures;
import io.merapi.batch.session.CopiedByTask;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds queues to what they deserve, may have at most and are guaranteed, side by side or in a
 * tree.
 */
public final class Capacity
    implements QueueOrder,
        VictimQueueOrder,
        JobEnqueueable,
        JobEnqueued,
        Allocatable,
        Preemptive,
        Reclaimable,
        UnifiedEvictable,
        PrePredicate,
        SimulateAddTask,
        SimulateRemoveTask,
        SimulateAllocatable,
        TaskEvents,
        QueueEntitlement,
        Explained,
        MeasuredQueues {

  public static final String NAME = "capacity";

  private static final String UNSCHEDULABLE = "Unschedulable";
  private static final String QUEUE_SET_ASIDE = "QueueSetAside";

  private final Session session;
  private final boolean refusesExcess;
  private final Resources totalGuarantee;
  private final QueueAccounts accounts;
  private final @Nullable QueueTree tree;
  private final AccountOrder order;
  private final GatedTasks gated;
  private final Room room;
  private final Admission admission;
  private final Reclaim reclaim;
  private final CopiedByTask<QueueAccounts> ofTasks;

  /**
   * Works out the accounts of all queues.
   *
   * @param hierarchical whether queues form a tree ({@code enableHierarchy})
   */
  public Capacity(CapacityArgs args, boolean hierarchical, Session session) {
    this.session = session;
    this.refusesExcess = session.fixes().has(Fix.RECLAIM_CAPPED_BY_REAL_CAPABILITY);
    DeviceQuota.Rules rules = rules(args, session);
    if (hierarchical) {
      this.tree = new QueueTree(session, rules);
      this.accounts = tree.accounts();
      this.totalGuarantee = Resources.none(session.resources());
    } else {
      var flat = new FlatQueues(session, rules);
      this.tree = null;
      this.accounts = flat.accounts();
      this.totalGuarantee = flat.totalGuarantee();
    }
    this.order = new AccountOrder(accounts, hierarchical);
    this.gated = new GatedTasks(session);
    this.room = new Room(gated);
    this.admission = new Admission(session, accounts);
    // No queue is deeper in the tree than there are queues.
    long levels = hierarchical ? Math.min(args.ancestorReclaimLevel(), session.queues().size()) : 0;
    this.reclaim = new Reclaim(session, accounts, Math.toIntExact(levels));
    this.ofTasks = new CopiedByTask<>(session, NAME, QueueAccounts.class);
  }

  private static DeviceQuota.Rules rules(CapacityArgs args, Session session) {
    return new DeviceQuota.Rules(
        Objects.requireNonNullElseGet(
            args.dynamicResources(),
            () -> session.gates().enabled(FeatureGate.DYNAMIC_RESOURCE_ALLOCATION)),
        Objects.requireNonNullElseGet(
            args.consumableCapacity(),
            () -> session.gates().enabled(FeatureGate.DRA_CONSUMABLE_CAPACITY)));
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

  /** Why nothing may be scheduled; empty where queues make sense. */
  private String flaw() {
    return tree == null ? "" : tree.flaw();
  }

  /** The account of a queue that tasks may be in; null where there is none. */
  private @Nullable QueueAccount usable(String queue) {
    QueueAccount account = accounts.of(queue);
    return account == null || !flaw().isEmpty() || !account.isLeaf() ? null : account;
  }

  private static boolean isOpen(QueueInfo queue) {
    return queue.queue().state() == QueueState.OPEN;
  }

  @Override
  public int compareQueues(QueueInfo left, QueueInfo right) {
    return flaw().isEmpty() ? order.compare(left, right) : 0;
  }

  @Override
  public int compareVictimQueues(QueueInfo left, QueueInfo right, QueueInfo preemptor) {
    return flaw().isEmpty() ? order.compareVictims(left, right, preemptor) : 0;
  }

  @Override
  public Vote jobEnqueueable(Job job) {
    QueueAccount account = usable(job.queue());
    if (account == null) {
      report(job, whyUnusable(job.queue()));
      return Vote.REJECT;
    }
    if (!isOpen(account.queue())) {
      return Vote.REJECT;
    }
    String objection = admission.objection(job, account);
    if (!objection.isEmpty()) {
      report(job, objection);
      return Vote.REJECT;
    }
    return Vote.PERMIT;
  }

  @Override
  public boolean entitled(Job job) {
    QueueAccount account = usable(job.queue());
    return account != null && admission.withinDeserved(job, account);
  }

  private void report(Job job, String message) {
    session.report(job, "Normal", UNSCHEDULABLE, message);
  }

  private String whyUnusable(String queue) {
    @Nullable String problem = tree == null ? null : tree.problem(queue);
    if (problem != null) {
      return problem;
    }
    return flaw().isEmpty() ? "the queue %s is no leaf".formatted(queue) : flaw();
  }

  @Override
  public void jobEnqueued(Job job) {
    QueueAccount account = accounts.of(job);
    if (account != null) {
      admission.admitted(job, account);
    }
  }

  @Override
  public boolean allocatable(QueueInfo queue, Task candidate) {
    QueueAccount account = usable(queue.name());
    boolean fits = isOpen(queue) && account != null && room.fits(accounts, account, candidate);
    if (fits) {
      gated.keep(queue.name(), candidate);
    }
    return fits;
  }

  @Override
  public boolean preemptive(QueueInfo queue, List<? extends Task> candidates) {
    QueueAccount account = accounts.of(queue.name());
    return flaw().isEmpty()
        && isOpen(queue)
        && account != null
        && reclaim.entitled(account, candidates);
  }

  @Override
  public VictimVote reclaimable(Task reclaimer, List<? extends Task> reclaimees) {
    return VictimVote.of(flaw().isEmpty() ? reclaim.victims(reclaimer, reclaimees) : List.of());
  }

  @Override
  public Object reclaimerTraits(Task reclaimer) {
    Job job = reclaimer.job();
    return job == null ? NAME : job.queue();
  }

  @Override
  public VictimDependence reclaimableDependence(Task reclaimer, List<? extends Task> reclaimees) {
    return VictimDependence.SESSION;
  }

  /** Between jobs of one queue it is not for shares of queues to say who goes. */
  @Override
  public VictimVote unifiedEvictable(Eviction eviction, List<? extends Task> candidates) {
    if (eviction.kind() == Eviction.Kind.GANG_PREEMPT) {
      return VictimVote.of(candidates);
    }
    return VictimVote.of(flaw().isEmpty() ? reclaim.victims(candidates) : List.of());
  }

  @Override
  public Optional<Object> evictionTraits(Eviction eviction) {
    return eviction.kind() == Eviction.Kind.GANG_PREEMPT ? Optional.of(NAME) : Optional.empty();
  }

  /** Lets dry runs for a task begin with the accounts; each has its own copy. */
  @Override
  public Fit prePredicate(Task task) {
    ofTasks.put(task, accounts);
    return Fit.fits();
  }

  @Override
  public Verdict simulateAddTask(CycleState state, Task toSchedule, Task toAdd, SessionNode node) {
    return simulate(ofTasks.in(state, toSchedule), toAdd, QueueAccounts::allocate);
  }

  @Override
  public Verdict simulateRemoveTask(
      CycleState state, Task toSchedule, Task toRemove, SessionNode node) {
    return simulate(ofTasks.in(state, toSchedule), toRemove, QueueAccounts::release);
  }

  private Verdict simulate(
      @Nullable QueueAccounts simulated, Task task, BiConsumer<QueueAccounts, Task> move) {
    if (simulated == null) {
      return Verdict.error("failed to get capacity state: error " + ofTasks.missing());
    }
    Job job = task.job();
    if (job == null) {
      return Verdict.error(
          "[capacity] job %s not found in session (orphaned task from deleted PodGroup)"
              .formatted(task.jobKey()));
    }
    if (simulated.of(job) == null) {
      return Verdict.error("[capacity] queue %s not found".formatted(job.queue()));
    }
    move.accept(simulated, task);
    return Verdict.success();
  }

  /** Kept from upstream: here a queue need not be open. */
  @Override
  public boolean simulateAllocatable(CycleState state, QueueInfo queue, Task task) {
    QueueAccounts simulated = ofTasks.in(state, task);
    if (simulated == null || usable(queue.name()) == null) {
      return false;
    }
    QueueAccount account = simulated.of(queue.name());
    return account != null && room.fits(simulated, account, task);
  }

  /**
   * Charges a task.
   *
   * <p>Tasks that room was made for are not asked about again, so that with {@link
   * Fix#RECLAIM_CAPPED_BY_REAL_CAPABILITY} this is where one too many is refused.
   */
  @Override
  public Verdict allocated(Task task) {
    QueueAccount account = accounts.of(task);
    boolean excess =
        refusesExcess
            && placed(task)
            && account != null
            && flaw().isEmpty()
            && !room.fits(accounts, account, task);
    accounts.allocate(task);
    gated.forget(task);
    return excess
        ? Verdict.error("task %s exceeds the real capability of its queue".formatted(task.key()))
        : Verdict.success();
  }

  /** Whether a task is new on its node, and not one whose eviction is taken back. */
  private static boolean placed(Task task) {
    return task.status() == TaskStatus.ALLOCATED || task.status() == TaskStatus.PIPELINED;
  }

  @Override
  public void deallocated(Task task) {
    accounts.release(task);
    Job job = task.job();
    if (job != null && accounts.of(job) != null) {
      gated.keep(job.queue(), task);
    }
  }

  @Override
  public List<QueueFigures> queueFigures() {
    return accounts.all().stream().map(QueueAccount::figures).toList();
  }

  @Override
  public Map<String, @Nullable Object> attributes() {
    var queues = new TreeMap<String, @Nullable Object>();
    accounts.all().forEach(account -> queues.put(account.name(), account.attributes()));
    var attributes = new TreeMap<String, @Nullable Object>();
    attributes.put("totalResource", session.totalResources());
    attributes.put("totalGuarantee", totalGuarantee);
    attributes.put("queues", queues);
    return attributes;
  }

  /** Says of jobs whose queue was set aside why they wait. */
  @Override
  public void close() {
    if (tree == null || !tree.hasProblems()) {
      return;
    }
    for (Job job : session.jobs()) {
      String problem = tree.problem(job.queue());
      if (problem != null) {
        session.setCondition(
            job,
            new PodGroup.Condition(
                UNSCHEDULABLE,
                "True",
                session.uid(),
                session.clock().instant(),
                QUEUE_SET_ASIDE,
                problem));
      }
    }
  }
}
