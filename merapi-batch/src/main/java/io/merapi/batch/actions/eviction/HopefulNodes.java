package io.merapi.batch.actions.eviction;

import io.merapi.api.session.Task;
import io.merapi.api.session.extension.VictimDependence;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.placement.EvictionClass;
import io.merapi.batch.placement.FoundNodes;
import io.merapi.batch.placement.HopelessNodes;
import io.merapi.batch.placement.NodesByScore;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.VictimVotes.Verdict;
import io.merapi.kube.placement.NodeSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  private final FoundNodes found;
  private final EvictionClass known;
  private @Nullable NodesLeft nodesLeft;

  /**
   * @param scored whether nodes are tried in the order of their scores
   */
  HopefulNodes(
      SchedulingSession session,
      TaskState task,
      VictimRules rules,
      boolean scored,
      FoundNodes found) {
    this.session = session;
    this.task = task;
    this.rules = rules;
    this.scored = scored;
    this.found = found;
    this.known = found.known();
  }

  @Override
  public List<NodeState> all() {
    return inOrder(found.nodes(), found.nodes());
  }

  @Override
  public List<NodeState> maybeFree() {
    return inOrder(known.free(), found.nodes());
  }

  /** The nodes of two sets, in the order in which the search comes upon them. */
  private List<NodeState> inOrder(NodeSet some, NodeSet others) {
    var nodes = new ArrayList<NodeState>(Math.min(some.size(), others.size()));
    int start = found.start();
    for (int node = some.next(start); node >= 0; node = some.next(node + 1)) {
      addTo(nodes, node, others);
    }
    for (int node = some.next(0, start); node >= 0; node = some.next(node + 1, start)) {
      addTo(nodes, node, others);
    }
    return nodes;
  }

  private void addTo(List<NodeState> nodes, int node, NodeSet others) {
    if (others.contains(node)) {
      nodes.add(session.nodes().get(node));
    }
  }

  @Override
  public @Nullable List<Task> victims(NodeState node) {
    NodesLeft left = left();
    return left.nodes().contains(node.index()) ? victims(node, left) : null;
  }

  private NodesLeft left() {
    NodesLeft left = nodesLeft;
    if (left == null) {
      left = new NodesLeft(found, rules, task, this::addThoseWithoutCandidates);
      nodesLeft = left;
    }
    return left;
  }

  @Override
  public boolean anyMatch(Attempt attempt) {
    NodesLeft left = left();
    if (left.nodes().size() == 0) {
      return false;
    }
    return scored ? anyByScore(left, attempt) : anyByPlace(left, attempt);
  }

  private boolean anyByScore(NodesLeft left, Attempt attempt) {
    NodesByScore ranked = known.ranked(task, found);
    if (ranked == null) {
      for (NodeState node : session.fitness().ranked(task, all())) {
        if (left.nodes().contains(node.index()) && works(node, left, attempt)) {
          return true;
        }
      }
      return false;
    }
    int node = ranked.next(left.nodes());
    while (node != NodesByScore.NONE && !works(session.nodes().get(node), left, attempt)) {
      node = ranked.next(left.nodes());
    }
    return node != NodesByScore.NONE;
  }

  private boolean anyByPlace(NodesLeft left, Attempt attempt) {
    return anyBetween(found.start(), session.nodes().size(), left, attempt)
        || anyBetween(0, found.start(), left, attempt);
  }

  private boolean anyBetween(int from, int end, NodesLeft left, Attempt attempt) {
    for (int node = left.nodes().next(from);
        node >= 0 && node < end;
        node = left.nodes().next(node + 1)) {
      if (works(session.nodes().get(node), left, attempt)) {
        return true;
      }
    }
    return false;
  }

  private boolean works(NodeState node, NodesLeft left, Attempt attempt) {
    List<Task> victims = victims(node, left);
    if (victims == null) {
      return false;
    }
    if (attempt.on(node, victims)) {
      return true;
    }
    // What was done and taken back may have left something behind.
    left.update();
    return false;
  }

  private @Nullable List<Task> victims(NodeState node, NodesLeft left) {
    List<Task> candidates = rules.candidates(task, node);
    if (candidates.isEmpty() && !rules.takesFreeRoom()) {
      left.hasNoCandidates(node.index());
      return null;
    }
    Verdict verdict = rules.votes().verdict(task, candidates);
    if (RoomOnNode.suffices(task, node, verdict.victims())) {
      return verdict.victims();
    }
    if (candidates.isEmpty()) {
      left.hasNoCandidates(node.index(), verdict);
    } else {
      left.hasTooFew(node.index(), verdict);
    }
    return null;
  }

  /** Where candidates are known beforehand, other nodes help only if they have room already. */
  private void addThoseWithoutCandidates(HopelessNodes hopeless) {
    Collection<TaskState> proposals = rules.proposals(task);
    if (proposals == null) {
      return;
    }
    NodeSet others = known.fitting().copy();
    for (TaskState proposal : proposals) {
      NodeState node = session.node(proposal.nodeName());
      if (node != null) {
        others.remove(node.index());
      }
    }
    if (rules.takesFreeRoom()) {
      others.removeAll(known.roomy());
    }
    for (int node = others.next(0); node >= 0; node = others.next(node + 1)) {
      hopeless.add(node, VictimDependence.NODE);
    }
  }
}
