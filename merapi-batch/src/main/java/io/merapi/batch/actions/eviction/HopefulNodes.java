package io.merapi.batch.actions.eviction;

import io.merapi.api.session.Task;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.placement.EvictionClass;
import io.merapi.batch.placement.HopelessNodes;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.VictimVotes.Verdict;
import io.merapi.kube.placement.NodeSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Nodes that are remembered to fit, of which those are passed over that are known not to help.
 *
 * <p>Only that too little may go is remembered: to ask for it changes nothing. Where enough may go,
 * it is tried, as the definition does, whatever came of it last time.
 */
final class HopefulNodes implements NodesToTry {

  private final SchedulingSession session;
  private final TaskState task;
  private final VictimRules rules;
  private final boolean scored;
  private final EvictionClass known;
  private final int start;

  /**
   * @param scored whether nodes are tried in the order of their scores
   * @param start the node that the search began with
   */
  HopefulNodes(
      SchedulingSession session,
      TaskState task,
      VictimRules rules,
      boolean scored,
      EvictionClass known,
      int start) {
    this.session = session;
    this.task = task;
    this.rules = rules;
    this.scored = scored;
    this.known = known;
    this.start = start;
  }

  @Override
  public List<NodeState> all() {
    return inOrder(known.fitting());
  }

  @Override
  public List<NodeState> maybeFree() {
    return inOrder(known.free());
  }

  private List<NodeState> inOrder(NodeSet some) {
    var nodes = new ArrayList<NodeState>(some.size());
    for (int node = some.next(start); node >= 0; node = some.next(node + 1)) {
      nodes.add(session.nodes().get(node));
    }
    for (int node = some.next(0); node >= 0 && node < start; node = some.next(node + 1)) {
      nodes.add(session.nodes().get(node));
    }
    return nodes;
  }

  @Override
  public boolean anyMatch(Attempt attempt) {
    var kind = new Kind(rules, rules.traits(task), rules.votes().traits(task));
    HopelessNodes hopeless = known.hopeless(kind, this::addThoseWithoutCandidates);
    if (hopeless.size() == known.fitting().size()) {
      return false;
    }
    return scored ? anyByScore(hopeless, attempt) : anyByPlace(hopeless, attempt);
  }

  private boolean anyByScore(HopelessNodes hopeless, Attempt attempt) {
    int[] ranked = known.ranked(task, start);
    if (ranked == null) {
      for (NodeState node : session.fitness().ranked(task, all())) {
        if (!hopeless.contains(node.index()) && works(node, hopeless, attempt)) {
          return true;
        }
      }
      return false;
    }
    for (int node : ranked) {
      if (!hopeless.contains(node) && works(session.nodes().get(node), hopeless, attempt)) {
        return true;
      }
    }
    return false;
  }

  private boolean anyByPlace(HopelessNodes hopeless, Attempt attempt) {
    NodeSet fitting = known.fitting();
    for (int node = fitting.next(start); node >= 0; node = fitting.next(node + 1)) {
      if (!hopeless.contains(node) && works(session.nodes().get(node), hopeless, attempt)) {
        return true;
      }
    }
    for (int node = fitting.next(0); node >= 0 && node < start; node = fitting.next(node + 1)) {
      if (!hopeless.contains(node) && works(session.nodes().get(node), hopeless, attempt)) {
        return true;
      }
    }
    return false;
  }

  private boolean works(NodeState node, HopelessNodes hopeless, Attempt attempt) {
    List<Task> candidates = rules.candidates(task, node);
    if (candidates.isEmpty() && !rules.takesFreeRoom()) {
      hopeless.add(node.index(), VictimDependence.NODE);
      return false;
    }
    Verdict verdict = rules.votes().verdict(task, candidates);
    if (!RoomOnNode.suffices(task, node, verdict.victims())) {
      boolean nobody = candidates.isEmpty() && verdict.dependence() != VictimDependence.ANYTHING;
      hopeless.add(node.index(), nobody ? VictimDependence.NODE : verdict.dependence());
      return false;
    }
    if (attempt.on(node, verdict.victims())) {
      return true;
    }
    // What was done and taken back may have left something behind.
    hopeless.update();
    return false;
  }

  /** Where candidates are known beforehand, other nodes help only if they have room already. */
  private void addThoseWithoutCandidates(HopelessNodes hopeless) {
    Collection<TaskState> proposals = rules.proposals(task);
    if (proposals == null || !rules.votes().chooseAmongCandidates(task)) {
      return;
    }
    var possible = new NodeSet();
    for (TaskState proposal : proposals) {
      NodeState node = session.node(proposal.nodeName());
      if (node != null) {
        possible.add(node.index());
      }
    }
    NodeSet fitting = known.fitting();
    for (int node = fitting.next(0); node >= 0; node = fitting.next(node + 1)) {
      if (!possible.contains(node) && !(rules.takesFreeRoom() && known.roomy().contains(node))) {
        hopeless.add(node, VictimDependence.NODE);
      }
    }
  }

  /** Tasks of a class for which the same victims may go. */
  private record Kind(VictimRules rules, Object proposed, List<Object> voted) {}
}
