package io.merapi.batch.placement;

import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.session.SchedulingSession;

/**
 * Finds the node that a task gets.
 *
 * <p>One object serves a session. It moves nothing: the caller does, and the next answer goes by
 * what the nodes are like then.
 */
public interface TaskPlacement {

  /**
   * The placement that a session is to use for tasks that are to start.
   *
   * @param remembers whether a node that refused one task of a role is not asked about its others
   */
  static TaskPlacement of(SchedulingSession session, boolean remembers) {
    return session.options().reference()
        ? new ReferenceTaskPlacement(session, remembers)
        : new IncrementalTaskPlacement(session, remembers);
  }

  /** The same by other rules. */
  static TaskPlacement of(SchedulingSession session, PlacementRules rules, boolean remembers) {
    return session.options().reference()
        ? new ReferenceTaskPlacement(session, rules, remembers)
        : new IncrementalTaskPlacement(session, rules, remembers);
  }

  /**
   * Begins a search among the nodes of a domain, which ends the search before it. What nodes have
   * against a task of a role may be remembered for other tasks of that role, but no longer than the
   * search lasts.
   */
  Search within(HyperNodeInfo domain);

  /** A search for nodes for the tasks of one job, one after another. */
  @FunctionalInterface
  interface Search {

    /**
     * The node that a pending task gets.
     *
     * @throws io.merapi.batch.tier.PluginFailure if a plugin throws
     */
    Placement place(TaskState task);
  }
}
