package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import java.util.Set;

/** Which nodes are asked about a task, and which of their answers count. */
public interface PlacementRules {

  /** What plugins have against a task on a node, as far as it counts. */
  Fit predicate(Task task, SessionNode node);

  /** Whether the node where room was made for a task is asked before the others. */
  boolean asksNominatedFirst();

  /** The names of the nodes that are not asked about a task. */
  Set<String> passedOver(TaskState task);
}
