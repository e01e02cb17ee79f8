package io.merapi.batch.actions.allocate;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.session.QueueInfo;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.network.JobTopologies;
import io.merapi.batch.placement.TaskPlacement;
import io.merapi.batch.session.Action;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.tier.PluginFailure;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives pending tasks their nodes: queue by queue in their order, one job of a queue at a time,
 * each job as a gang.
 *
 * <p>Only what makes a job ready is committed. A job that would be ready once resources are
 * released keeps its places until the session ends; a job that would not be ready even then gives
 * them back at once. Tasks that ask for nothing are left to the backfill action.
 */
public final class Allocate implements Action {

  private final AllocateArgs args;
  private final boolean admission;

  /**
   * An action for one session or more.
   *
   * @param admission whether jobs are admitted to their queues by the enqueue action; where none
   *     does that, every pending job counts as admitted
   */
  public Allocate(AllocateArgs args, boolean admission) {
    this.args = args;
    this.admission = admission;
  }

  @Override
  public void execute(SchedulingSession session) {
    new Run(session).allocate();
  }

  /** One execution. */
  private final class Run {

    private final SchedulingSession session;
    private final OpenStatements statements;
    private final DomainDecisions decisions;
    private final TaskAllocation taskAllocation;
    private final NominatedAllocation nominatedAllocation;
    private final JobAllocation jobAllocation;
    private final OrderedHeap<QueueInfo> queues;
    private final Map<String, OrderedHeap<JobState>> waiting = new HashMap<>();
    private final Map<JobState, JobWorksheet> worksheets = new HashMap<>();

    Run(SchedulingSession session) {
      this.session = session;
      this.statements = new OpenStatements(session);
      this.decisions = new DomainDecisions(session.hyperNodes());
      var placement = TaskPlacement.of(session, args.predicateErrorCache());
      this.taskAllocation = new TaskAllocation(session, placement, statements);
      this.nominatedAllocation = new NominatedAllocation(session, decisions, statements);
      this.jobAllocation =
          new JobAllocation(session, taskAllocation, nominatedAllocation, decisions, statements);
      this.queues = new OrderedHeap<>(session.orders()::queue);
    }

    void allocate() {
      for (JobState job : session.waitingJobs()) {
        guarded(job, () -> consider(job));
      }
      while (!queues.isEmpty()) {
        QueueInfo queue = queues.pop();
        OrderedHeap<JobState> jobs = waiting.get(queue.name());
        if (jobs == null || jobs.isEmpty()) {
          continue;
        }
        if (session.votes().overused(queue)) {
          jobs.forEach(job -> job.fitErrors().setQueueFull());
          continue;
        }
        JobState job = jobs.pop();
        guarded(job, () -> allocate(job, jobs));
        // Orders go by shares, which have moved with this job.
        queues.push(queue);
      }
    }

    /** A plugin that throws costs the job its turn and leaves no move behind. */
    private void guarded(JobState job, Runnable step) {
      try {
        step.run();
        statements.forget();
      } catch (PluginFailure failure) {
        statements.discardAll();
        session.failures().add(failure);
        job.fitErrors().setOfJob(failure.text());
      }
    }

    private void consider(JobState job) {
      if (job.pending()) {
        if (admission) {
          return;
        }
        job.setPhase(PodGroupPhase.INQUEUE);
      }
      QueueInfo queue = session.queue(job.queue());
      if (!session.votes().valid(job).isValid()
          || queue == null
          || (!session.hyperNodes().ready() && JobTopologies.concerns(job))) {
        return;
      }
      JobWorksheet worksheet = JobWorksheet.of(job, session);
      if (worksheet.isEmpty()) {
        return;
      }
      worksheets.put(job, worksheet);
      if (!waiting.containsKey(queue.name())) {
        queues.push(queue);
      }
      waiting
          .computeIfAbsent(queue.name(), _ -> new OrderedHeap<>(session.orders()::job))
          .push(job);
    }

    private void allocate(JobState job, OrderedHeap<JobState> jobs) {
      JobWorksheet worksheet = worksheets.get(job);
      if (worksheet == null) {
        return;
      }
      boolean more =
          (JobTopologies.binds(job) || job.hasSubGroupPolicy())
              ? allocateByDomains(job, worksheet)
              : allocateAnywhere(job, worksheet);
      if (more) {
        jobs.push(job);
      }
    }

    /** Says whether the job got what it needs and has tasks left. */
    private boolean allocateByDomains(JobState job, JobWorksheet worksheet) {
      Statement statement = worksheet.isEmpty() ? null : jobAllocation.allocate(job, worksheet);
      if (statement == null || !session.votes().ready(job)) {
        return false;
      }
      statement.commit();
      decisions.apply(job);
      return !worksheet.isEmpty();
    }

    /** Says whether the job got what it needs and has tasks left. */
    private boolean allocateAnywhere(JobState job, JobWorksheet worksheet) {
      SubJobState whole = job.defaultSubJob();
      OrderedHeap<TaskState> tasks = whole == null ? null : worksheet.tasksIfAny(whole);
      if (whole == null || tasks == null) {
        return false;
      }
      Statement statement = allocateAnywhere(whole, tasks);
      if (statement == null || !session.votes().ready(job)) {
        return false;
      }
      statement.commit();
      whole.setNominatedHyperNode("");
      return !tasks.isEmpty();
    }

    private @Nullable Statement allocateAnywhere(SubJobState whole, OrderedHeap<TaskState> tasks) {
      Statement redeemed = nominatedAllocation.allocate(whole, tasks, session.hyperNodes().top());
      return redeemed == null
          ? taskAllocation.allocate(whole, tasks, session.hyperNodes().top())
          : redeemed;
    }
  }
}
