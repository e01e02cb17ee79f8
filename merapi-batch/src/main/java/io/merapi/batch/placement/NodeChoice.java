package io.merapi.batch.placement;

import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.batch.session.SchedulingSession;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among nodes that a task fits: those that have room now come before those that will have,
 * and of each the scheduler's own before those of others. Upstream's {@code prioritizeNodes}.
 */
public final class NodeChoice {

  private final SchedulingSession session;

  public NodeChoice(SchedulingSession session) {
    this.session = session;
  }

  /** The best node; null where there is none, or where scores cannot be given. */
  public @Nullable SessionNode best(Task task, List<? extends SessionNode> nodes) {
    var now = new ArrayList<SessionNode>();
    var later = new ArrayList<SessionNode>();
    for (SessionNode node : nodes) {
      if (node.fitsIdle(task)) {
        now.add(node);
      } else if (node.fitsFutureIdle(task)) {
        later.add(node);
      }
    }
    SessionNode best = bestOwnFirst(task, now);
    return best == null ? bestOwnFirst(task, later) : best;
  }

  private @Nullable SessionNode bestOwnFirst(Task task, List<SessionNode> nodes) {
    for (List<SessionNode> turn : session.shard().inTurn(nodes)) {
      SessionNode best = session.fitness().choose(task, turn);
      if (best != null) {
        return best;
      }
    }
    return null;
  }
}
