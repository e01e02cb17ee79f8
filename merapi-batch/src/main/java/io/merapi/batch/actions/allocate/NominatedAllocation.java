package io.merapi.batch.actions.allocate;

import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.placement.Placement;
import io.merapi.batch.placement.ReferenceTaskPlacement;
import io.merapi.batch.placement.TaskPlacement;
import io.merapi.batch.session.OrderedHeap;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts the tasks of a sub-job where room was made for them by evictions: into its nominated domain,
 * each task on its nominated node. All of them, or none and the nominations are given up.
 */
final class NominatedAllocation {

  private final SchedulingSession session;
  private final TaskPlacement placement;
  private final DomainDecisions decisions;
  private final OpenStatements statements;

  NominatedAllocation(
      SchedulingSession session, DomainDecisions decisions, OpenStatements statements) {
    this.session = session;
    this.placement = new ReferenceTaskPlacement(session, false);
    this.decisions = decisions;
    this.statements = statements;
  }

  /**
   * Takes all tasks off a heap and places them.
   *
   * @param domainOfJob the domain that is tried for the whole job
   * @return the moves; null, and the heap is as it was, where a nomination is missing or does not
   *     hold
   */
  @Nullable Statement allocate(
      SubJobState subJob, OrderedHeap<TaskState> tasks, HyperNodeInfo domainOfJob) {
    if (subJob.nominatedHyperNode().isEmpty()) {
      return null;
    }
    Statement statement = place(subJob, tasks);
    if (statement == null) {
      giveUp(subJob, tasks);
      return null;
    }
    while (!tasks.isEmpty()) {
      tasks.pop();
    }
    decisions.decide(subJob, domainOfJob.name(), subJob.nominatedHyperNode());
    return statement;
  }

  private @Nullable Statement place(SubJobState subJob, OrderedHeap<TaskState> tasks) {
    Map<TaskState, SessionNode> plan = plan(subJob, tasks);
    if (plan == null) {
      return null;
    }
    Statement statement = statements.open();
    for (Map.Entry<TaskState, SessionNode> move : plan.entrySet()) {
      TaskState task = move.getKey();
      if (subJob.networkTopology() != null) {
        task.setJobAllocatedHyperNode(subJob.nominatedHyperNode());
      }
      if (!TaskAllocation.move(statement, task, move.getValue()).isSuccess()) {
        statement.discard();
        return null;
      }
    }
    return statement;
  }

  /** Where each task goes, in order; null where one cannot go to its nominated node. */
  private @Nullable Map<TaskState, SessionNode> plan(
      SubJobState subJob, OrderedHeap<TaskState> tasks) {
    HyperNodeInfo domain = session.hyperNodes().named(subJob.nominatedHyperNode());
    if (domain == null || domain.nodes().isEmpty()) {
      return null;
    }
    QueueInfo queue = Objects.requireNonNull(session.queue(subJob.job().queue()));
    var plan = new LinkedHashMap<TaskState, SessionNode>();
    OrderedHeap<TaskState> left = tasks.copy();
    while (!left.isEmpty()) {
      TaskState task = left.pop();
      SessionNode node = session.node(task.nominatedNodeName());
      if (!session.votes().allocatable(queue, task)
          || node == null
          || !domain.nodes().contains(node)
          || !takes(node, task, domain)) {
        return null;
      }
      plan.put(task, node);
    }
    return plan;
  }

  /** Whether a task gets a node of a domain where it may have no other. */
  private boolean takes(SessionNode node, TaskState task, HyperNodeInfo domain) {
    var alone =
        new HyperNodeInfo(domain.name(), domain.tier(), domain.parent(), List.of(), List.of(node));
    return placement.within(alone).place(task) instanceof Placement.OnNode;
  }

  private static void giveUp(SubJobState subJob, OrderedHeap<TaskState> tasks) {
    subJob.setNominatedHyperNode("");
    OrderedHeap<TaskState> left = tasks.copy();
    while (!left.isEmpty()) {
      left.pop().forgetNomination();
    }
  }
}
