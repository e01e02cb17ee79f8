package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.session.NodeFitness;
import java.util.Set;

/** Asks all nodes, the one first where room was made for the task. */
record AllocationRules(NodeFitness fitness) implements PlacementRules {

  @Override
  public Fit predicate(Task task, SessionNode node) {
    return fitness.predicateForAllocation(task, node);
  }

  @Override
  public boolean asksNominatedFirst() {
    return true;
  }

  @Override
  public Set<String> passedOver(TaskState task) {
    return Set.of();
  }
}
