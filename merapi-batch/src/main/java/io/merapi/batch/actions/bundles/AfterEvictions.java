package io.merapi.batch.actions.bundles;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.placement.PlacementRules;
import io.merapi.batch.session.SchedulingSession;
import java.util.Set;

/**
 * How nodes are asked about tasks that room is made for.
 *
 * <p>Differs from upstream, where {@link Fix#REFILTER_AFTER_EACH_VICTIM} is on: what evictions
 * could overcome counts too, since those that are to happen have happened.
 */
record AfterEvictions(SchedulingSession session, boolean refilters) implements PlacementRules {

  AfterEvictions(SchedulingSession session) {
    this(session, session.fixes().has(Fix.REFILTER_AFTER_EACH_VICTIM));
  }

  @Override
  public Fit predicate(Task task, SessionNode node) {
    return refilters
        ? session.fitness().predicate(task, node)
        : session.fitness().predicateForEviction(task, node);
  }

  @Override
  public boolean asksNominatedFirst() {
    return false;
  }

  /**
   * Nodes that earlier actions ruled out for good.
   *
   * <p>Kept from upstream: where they ruled out every node of the session, none counts as ruled
   * out.
   */
  @Override
  public Set<String> passedOver(TaskState task) {
    JobState job = task.job();
    FitErrors errors = job == null ? null : job.fitErrors().of(task);
    if (errors == null) {
      return Set.of();
    }
    Set<String> ruledOut = errors.unresolvableNodes();
    boolean all =
        ruledOut.size() >= session.nodes().size()
            && session.nodes().stream().allMatch(node -> ruledOut.contains(node.name()));
    return all ? Set.of() : ruledOut;
  }
}
