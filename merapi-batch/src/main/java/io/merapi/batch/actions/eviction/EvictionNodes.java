package io.merapi.batch.actions.eviction;

import io.merapi.api.session.Task;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeSearch;
import io.merapi.batch.session.SchedulingSession;
import java.util.List;
import java.util.function.Predicate;

/** Nodes where evictions may make room for a task, and what is there to evict. */
public final class EvictionNodes {

  private final SchedulingSession session;
  private final NodeSearch search;

  /**
   * A search that has not looked at any node.
   *
   * @param remembers whether a node that refused one task of a role is asked about its others
   */
  public EvictionNodes(SchedulingSession session, boolean remembers) {
    this.session = session;
    this.search = session.search(remembers);
  }

  /**
   * Nodes that have nothing against a task which evictions could not overcome; those that an
   * earlier action of this session ruled out are not asked again.
   */
  public List<NodeState> of(TaskState task) {
    JobState job = task.job();
    List<NodeState> nodes =
        job == null ? session.nodes() : job.fitErrors().resolvable(task, session.nodes());
    return search.find(task, nodes, session.fitness()::predicateForEviction).nodes();
  }

  /**
   * The tasks on a node that may be proposed as victims, in order of creation: plugins that count
   * what they let go of answer by that order.
   */
  public static List<Task> candidates(NodeState node, Predicate<Task> eligible) {
    return node.tasks().stream()
        .filter(eligible)
        .map(TaskState.class::cast)
        .sorted(TaskState.BY_CREATION)
        .map(Task.class::cast)
        .toList();
  }
}
