package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeFitness;
import io.merapi.batch.session.NodeSearch.Found;
import io.merapi.batch.session.SchedulingSession;
import java.util.List;

/** Finds nodes for tasks that ask for nothing, so that no node lacks room for them. */
public final class BestEffortPlacement implements TaskPlacement.Search {

  private final SchedulingSession session;
  private final NodeFitness fitness;

  public BestEffortPlacement(SchedulingSession session) {
    this.session = session;
    this.fitness = session.fitness();
  }

  @Override
  public Placement place(TaskState task) {
    Fit atAll = fitness.prePredicate(task);
    if (!atAll.isSuccess()) {
      return new Placement.Refused(FitErrors.everywhere(session.nodes(), atAll));
    }
    // Upstream looks anew for every task, so that there is nothing to remember.
    Found<NodeState> found =
        session.search(false).find(task, session.nodes(), fitness::predicateForAllocation);
    if (found.nodes().isEmpty()) {
      return new Placement.Refused(found.errors());
    }
    for (List<NodeState> group : session.shard().inTurn(found.nodes())) {
      SessionNode best = fitness.choose(task, group);
      if (best != null) {
        return new Placement.OnNode(best);
      }
    }
    return new Placement.Undecided();
  }
}
