package io.merapi.api.session.extension;

import io.merapi.api.framework.ClusterCounts;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import java.util.List;

/**
 * The answers of a predicate in two halves, for tasks that it cannot tell apart: what a node
 * decides by itself, and what goes by counts over the cluster. A node that passes both fits, and no
 * other does.
 *
 * <p>It must be asked after the pre-predicates have been asked about the task.
 */
public interface CountedPredicate {

  /**
   * What is counted, as it is now. Counts that follow the cluster stay the same object; where they
   * are another one, they were counted anew. The list is good until somebody asks again.
   */
  List<ClusterCounts> counts();

  /** Whether a task fits as far as its class and the node by itself decide. */
  boolean fitsByItself(Task task, SessionNode node);

  /** Whether the counts speak against it; the same for nodes of which they say the same. */
  boolean fitsByCounts(Task task, SessionNode node);
}
