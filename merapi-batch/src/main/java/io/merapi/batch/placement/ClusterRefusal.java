package io.merapi.batch.placement;

import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.ChangedNodes;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What all nodes have against the tasks of one class, found by asking them by the definition; used
 * by one thread.
 */
final class ClusterRefusal {

  private final List<NodeState> nodes;
  private final ChangedNodes changed;
  private final BiFunction<TaskState, NodeState, Fit> asked;
  private @Nullable FitErrors kept;

  /** How many changes of nodes there had been by then. */
  private long read;

  /**
   * @param asked what a node says of a task, by the definition
   */
  ClusterRefusal(
      List<NodeState> nodes, ChangedNodes changed, BiFunction<TaskState, NodeState, Fit> asked) {
    this.nodes = nodes;
    this.changed = changed;
    this.asked = asked;
  }

  /** What they have against a task; the same object until one of them has changed. */
  FitErrors of(TaskState task) {
    FitErrors errors = kept;
    if (errors == null || read != changed.count()) {
      errors = new FitErrors();
      for (NodeState node : nodes) {
        errors.setNode(node.name(), asked.apply(task, node));
      }
      kept = errors;
      read = changed.count();
    }
    return errors;
  }
}
