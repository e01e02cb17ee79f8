package io.merapi.batch.placement;

import io.merapi.api.pod.PodClass;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.RoleRefusals;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.placement.NodeSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what nodes have against one role of a job in step with what is known of the class of its
 * tasks.
 *
 * <p>A node that has refused a task of the role is not asked about its others. As long as all are
 * of one class and no such node has come to fit, that makes no difference.
 */
final class RecalledRole {

  private final RoleRefusals refusals;
  private final PodClass podClass;
  private final SchedulingSession session;

  /** Nodes that refused a task before and would fit now. */
  private final NodeSet reconsidered = new NodeSet();

  /** Nodes that do not fit, but were passed over whenever a task was to be refused. */
  private final NodeSet unasked = new NodeSet();

  /** The nodes that were passed over the last time. */
  private Set<String> passedOverBefore = Set.of();

  private long read = -1;
  private boolean lost;

  RecalledRole(RoleRefusals refusals, TaskState first, SchedulingSession session) {
    this.refusals = refusals;
    this.podClass = first.info().podClass();
    this.session = session;
  }

  /**
   * Takes refusals over.
   *
   * @param known what is known of the task's class; null where the definition is asked, which keeps
   *     refusals that are not followed here
   * @param passedOver nodes that are not asked about this task
   * @return whether what is known is also what the definition finds
   */
  @SuppressWarnings("ReferenceEquality") // tasks of a class are mostly told the same, in one set
  boolean recall(TaskState task, @Nullable EvictionClass known, Set<String> passedOver) {
    if (lost || known == null || task.info().podClass() != podClass) {
      lost = true;
      return false;
    }
    if (read < 0) {
      session.nodes().forEach(node -> recall(node, known, passedOver));
    } else {
      session
          .changedNodes()
          .since(read, place -> recall(session.nodes().get(place), known, passedOver));
      if (passedOver != passedOverBefore) {
        for (int place = unasked.next(0); place >= 0; place = unasked.next(place + 1)) {
          recall(session.nodes().get(place), known, passedOver);
        }
      }
    }
    passedOverBefore = passedOver;
    read = session.changedNodes().count();
    lost = reconsidered.size() > 0;
    return !lost;
  }

  private void recall(NodeState node, EvictionClass known, Set<String> passedOver) {
    boolean refused = refusals.of(node.index()) != null;
    Fit fit = known.fit(node.index());
    boolean refusing = !refused && !fit.isSuccess();
    boolean silent = refusing && passedOver.contains(node.name());
    if (refusing && !silent) {
      refusals.keep(node.index(), fit);
    }
    unasked.set(node.index(), silent);
    reconsidered.set(node.index(), refused && fit.isSuccess());
  }
}
