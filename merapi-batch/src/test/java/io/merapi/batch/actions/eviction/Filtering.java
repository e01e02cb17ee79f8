package io.merapi.batch.actions.eviction;

import io.merapi.api.framework.Reason;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.Predicate;
import java.util.function.BiPredicate;

/**
 * A filter that says of a task and a node what it is told to say; evictions may change it.
 *
 * @param fits whether the task fits the node
 */
public record Filtering(BiPredicate<Task, SessionNode> fits) implements Predicate {

  @Override
  public String name() {
    return "filtering";
  }

  @Override
  public Fit predicate(Task task, SessionNode node) {
    return fits.test(task, node) ? Fit.fits() : Fit.unschedulable(Reason.of("No", "no"));
  }
}
