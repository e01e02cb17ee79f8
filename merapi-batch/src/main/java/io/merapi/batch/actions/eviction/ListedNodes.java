package io.merapi.batch.actions.eviction;

import io.merapi.api.session.Task;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that were all asked, and are all tried: straight from the definition.
 *
 * @param scored whether they are tried in the order of their scores
 */
record ListedNodes(
    SchedulingSession session,
    TaskState task,
    VictimRules rules,
    boolean scored,
    List<NodeState> all)
    implements NodesToTry {

  @Override
  public List<NodeState> maybeFree() {
    return all;
  }

  @Override
  public @Nullable List<Task> victims(NodeState node) {
    List<Task> candidates = rules.candidates(task, node);
    if (candidates.isEmpty() && !rules.takesFreeRoom()) {
      return null;
    }
    List<Task> victims = rules.votes().victims(task, candidates);
    return RoomOnNode.suffices(task, node, victims) ? victims : null;
  }

  @Override
  public boolean anyMatch(Attempt attempt) {
    for (List<NodeState> together : session.shard().inTurn(all)) {
      for (NodeState node : scored ? session.fitness().ranked(task, together) : together) {
        List<Task> victims = victims(node);
        if (victims != null && attempt.on(node, victims)) {
          return true;
        }
      }
    }
    return false;
  }
}
