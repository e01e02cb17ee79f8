package io.merapi.batch.actions.allocate;

import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.extension.HyperNodeGradient.SearchPurpose;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places a job whose tasks must lie close together, or that has sub-jobs: domain by domain as a
 * trial, and then for good where it does best.
 *
 * <p>Domains come in gradients; the first gradient in which some domain takes the job decides. For
 * a job, every domain is tried with all its sub-jobs; for a sub-job, every domain within that one.
 * The score of a domain for a job is the sum of those that its sub-jobs got within it; of equals,
 * the first wins.
 */
final class JobAllocation {

  private final SchedulingSession session;
  private final TaskAllocation tasks;
  private final NominatedAllocation nominated;
  private final DomainDecisions decisions;
  private final OpenStatements statements;

  JobAllocation(
      SchedulingSession session,
      TaskAllocation tasks,
      NominatedAllocation nominated,
      DomainDecisions decisions,
      OpenStatements statements) {
    this.session = session;
    this.tasks = tasks;
    this.nominated = nominated;
    this.decisions = decisions;
    this.statements = statements;
  }

  /**
   * Places what is left of a job.
   *
   * @param worksheet keeps what is left after the moves
   * @return the moves; null, and nothing is moved, where no domain takes the job
   */
  @Nullable Statement allocate(JobState job, JobWorksheet worksheet) {
    decisions.remember(job, worksheet.all());
    for (List<HyperNodeInfo> gradient :
        session.domains().gradients(job, session.hyperNodes().top(), SearchPurpose.ALLOCATE)) {
      JobTrial best = null;
      for (HyperNodeInfo domain : gradient) {
        JobTrial trial = attempt(job, worksheet, domain);
        if (trial != null && (best == null || trial.score > best.score)) {
          best = trial;
        }
      }
      if (best != null) {
        Statement recovered = recover(best.moves);
        if (recovered != null) {
          worksheet.takeOver(best.left);
          decisions.decide(job, best.domain.name());
        }
        return recovered;
      }
    }
    return null;
  }

  /** Places a job within a domain and takes it back; null where the domain does not take it. */
  private @Nullable JobTrial attempt(JobState job, JobWorksheet worksheet, HyperNodeInfo domain) {
    job.fitErrors().reset();
    JobWorksheet left = worksheet.copy();
    var made = new ArrayList<Statement>();
    double score = 0;
    boolean ready = false;
    while (!ready && !left.subJobs().isEmpty()) {
      SubJobState subJob = left.subJobs().pop();
      Solution solution = allocate(subJob, left, domain);
      if (solution != null && !solution.statement.isEmpty()) {
        made.add(solution.statement);
        score += solution.score;
        if (!left.tasks(subJob).isEmpty()) {
          left.subJobs().push(subJob);
        }
        ready = session.votes().ready(job);
      }
    }
    decisions.restore(job);
    Statement.Saved moves = Statement.save(made);
    boolean taken =
        !moves.isEmpty() && (session.votes().ready(job) || session.votes().pipelined(job));
    made.forEach(Statement::discard);
    return taken ? new JobTrial(domain, moves, left, score) : null;
  }

  /** Places what is left of a sub-job; null, and nothing is moved, where no domain takes it. */
  private @Nullable Solution allocate(
      SubJobState subJob, JobWorksheet worksheet, HyperNodeInfo domainOfJob) {
    OrderedHeap<TaskState> pending = worksheet.tasks(subJob);
    if (pending.isEmpty()) {
      return null;
    }
    Statement redeemed = nominated.allocate(subJob, pending, domainOfJob);
    if (redeemed != null) {
      return new Solution(redeemed, 0);
    }
    for (List<HyperNodeInfo> gradient :
        session.domains().gradients(subJob, domainOfJob, SearchPurpose.ALLOCATE)) {
      List<SubJobTrial> trials = attempt(subJob, pending, gradient);
      if (!trials.isEmpty()) {
        return keepBest(subJob, trials, worksheet, domainOfJob);
      }
    }
    return null;
  }

  /** Places a sub-job within each of some domains, and takes it back. */
  private List<SubJobTrial> attempt(
      SubJobState subJob, OrderedHeap<TaskState> pending, List<HyperNodeInfo> gradient) {
    var trials = new ArrayList<SubJobTrial>();
    for (HyperNodeInfo domain : gradient) {
      subJob.job().fitErrors().reset(subJob);
      OrderedHeap<TaskState> left = pending.copy();
      Statement statement = tasks.allocate(subJob, left, domain);
      if (statement != null && !statement.isEmpty()) {
        trials.add(new SubJobTrial(domain, Statement.save(List.of(statement)), left));
        statement.discard();
      }
    }
    return trials;
  }

  private @Nullable Solution keepBest(
      SubJobState subJob,
      List<SubJobTrial> trials,
      JobWorksheet worksheet,
      HyperNodeInfo domainOfJob) {
    double[] scores;
    try {
      scores = session.domains().score(subJob, trials.stream().map(SubJobTrial::domain).toList());
    } catch (ScoreException _) {
      return null;
    }
    int best = 0;
    for (int i = 1; i < scores.length; i++) {
      best = scores[i] > scores[best] ? i : best;
    }
    SubJobTrial kept = trials.get(best);
    Statement statement = recover(kept.moves);
    if (statement == null) {
      return null;
    }
    worksheet.takeOver(subJob, kept.left);
    decisions.decide(subJob, domainOfJob.name(), kept.domain.name());
    return new Solution(statement, scores[best]);
  }

  private @Nullable Statement recover(Statement.Saved moves) {
    Statement statement = statements.open();
    return statement.recover(moves).isSuccess() ? statement : null;
  }

  /** How a job would do in a domain. */
  private record JobTrial(
      HyperNodeInfo domain, Statement.Saved moves, JobWorksheet left, double score) {}

  /** How a sub-job would do in a domain. */
  private record SubJobTrial(
      HyperNodeInfo domain, Statement.Saved moves, OrderedHeap<TaskState> left) {}

  /** Moves of a sub-job, with the score of the domain that it was put in. */
  private record Solution(Statement statement, double score) {}
}
