package io.merapi.batch.actions.allocate;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.Verdict;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.batch.job.JobFitErrors;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.measures.BatchMeasures.Stage;
import io.merapi.batch.placement.Placement;
import io.merapi.batch.placement.TaskPlacement;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives tasks of one sub-job their nodes within one domain, until the sub-job is ready or it makes
 * no sense to go on.
 */
final class TaskAllocation {

  private final SchedulingSession session;
  private final TaskPlacement placement;
  private final OpenStatements statements;

  TaskAllocation(SchedulingSession session, TaskPlacement placement, OpenStatements statements) {
    this.session = session;
    this.placement = placement;
    this.statements = statements;
  }

  /**
   * Takes tasks off a heap and places them.
   *
   * @return the moves, if with them the sub-job is ready or pipelined; null, and nothing is moved,
   *     if it is neither
   */
  @Nullable Statement allocate(
      SubJobState subJob, OrderedHeap<TaskState> tasks, HyperNodeInfo domain) {
    if (domain.nodes().isEmpty()) {
      return null;
    }
    Statement statement = statements.open(tasks.size());
    new Round(subJob, domain, statement).place(tasks);
    if (session.votes().ready(subJob) || session.votes().pipelined(subJob)) {
      return statement;
    }
    statement.discard();
    return null;
  }

  /** Puts a task on a node that has room for it now, else on one that will have. */
  static Verdict move(Statement statement, TaskState task, SessionNode node) {
    if (node.fitsIdle(task)) {
      return statement.allocate(task, node);
    }
    return node.fitsFutureIdle(task) ? statement.pipeline(task, node, false) : Verdict.success();
  }

  /** One walk through the tasks. */
  private final class Round {

    private final SubJobState subJob;
    private final Statement statement;
    private final TaskPlacement.Search search;
    private final QueueInfo queue;
    private final JobFitErrors errors;
    private String lies;

    Round(SubJobState subJob, HyperNodeInfo domain, Statement statement) {
      this.subJob = subJob;
      this.statement = statement;
      this.search = placement.within(domain);
      this.queue = Objects.requireNonNull(session.queue(subJob.job().queue()));
      this.errors = subJob.job().fitErrors();
      this.lies = subJob.allocatedHyperNode();
    }

    void place(OrderedHeap<TaskState> tasks) {
      boolean goOn = true;
      while (goOn && !tasks.isEmpty()) {
        TaskState task = tasks.pop();
        goOn = !admitted(task) || knownToFail(task) || place(task);
      }
    }

    private boolean admitted(TaskState task) {
      if (!session.votes().allocatable(queue, task)) {
        errors.setQueueFull();
        return false;
      }
      if (task.gated()
          && task.asksForQueueAdmission()
          && task.waitsForQueueOnly()
          && session.gates().enabled(FeatureGate.SCHEDULING_GATES_QUEUE_ADMISSION)) {
        session.removeQueueGate(task);
      }
      return !task.gated();
    }

    private boolean knownToFail(TaskState task) {
      if (!errors.failedBefore(subJob, task)) {
        return false;
      }
      errors.setLikeRole(subJob, task);
      return true;
    }

    /** Places one task; says whether to go on with the next. */
    private boolean place(TaskState task) {
      boolean located = subJob.networkTopology() != null;
      if (located) {
        task.setJobAllocatedHyperNode(lies);
      }
      long begun = session.measures().now();
      Placement placed = search.place(task);
      session.measures().staged(Stage.PREDICATE, begun);
      return switch (placed) {
        case Placement.Refused(var reasons) -> {
          errors.set(task, reasons);
          yield errors.worthContinuing(subJob);
        }
        case Placement.Undecided _ -> true;
        case Placement.OnNode(var node) -> {
          if (!move(statement, task, node).isSuccess()) {
            yield true;
          }
          if (located) {
            lies = around(node);
          }
          yield !session.votes().ready(subJob);
        }
      };
    }

    /** The smallest domain that holds the sub-job and a node beside it. */
    private String around(SessionNode node) {
      String lowest = session.hyperNodes().lowestAround(node.name());
      return lowest.isEmpty() ? lies : session.hyperNodes().lowestCommon(lowest, lies);
    }
  }
}
