package io.merapi.batch.actions.eviction;

import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.placement.EvictionColumns;
import io.merapi.batch.placement.FoundNodes;
import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.SchedulingSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the nodes where evictions may make room for tasks, for one action of a session. */
public final class EvictionNodes {

  private final SchedulingSession session;
  private final boolean scored;
  private final @Nullable EvictionColumns columns;

  /**
   * A search that has not looked at any node.
   *
   * @param scored whether nodes are tried in the order of their scores, and not as they are found
   */
  public EvictionNodes(SchedulingSession session, boolean scored) {
    this.session = session;
    this.scored = scored;
    this.columns = session.options().reference() ? null : new EvictionColumns(session, scored);
  }

  /**
   * Nodes that have nothing against a task which evictions could not overcome; those that an
   * earlier action of this session ruled out are not asked again.
   *
   * @param task that has passed the pre-predicates
   * @param search what it remembers of nodes counts
   */
  public NodesToTry find(TaskState task, VictimRules rules, NodeSearch search) {
    FoundNodes found = columns == null ? null : columns.find(task, search);
    return found == null
        ? new ListedNodes(session, task, rules, scored, listed(task, search))
        : new HopefulNodes(session, task, rules, scored, found);
  }

  private List<NodeState> listed(TaskState task, NodeSearch search) {
    JobState job = task.job();
    List<NodeState> nodes =
        job == null ? session.nodes() : job.fitErrors().resolvable(task, session.nodes());
    return search.find(task, nodes, session.fitness()::predicateForEviction).nodes();
  }
}
