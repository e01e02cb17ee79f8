package io.merapi.batch.actions.eviction;

import io.merapi.api.session.extension.VictimDependence;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.placement.EvictionClass;
import io.merapi.batch.placement.FoundNodes;
import io.merapi.batch.placement.HopelessNodes;
import io.merapi.batch.session.VictimVotes.Verdict;
import io.merapi.kube.placement.NodeSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that may help one task, as far as is known; used by one thread.
 *
 * <p>That too little may go from a node holds for all tasks which the plugins that said so cannot
 * tell apart: others may be asked only where these let somebody go. So it is remembered by the
 * traits of just these plugins; and that nobody is there to go, by none.
 */
final class NodesLeft {

  private final EvictionClass known;
  private final NodeSet found;
  private final VictimRules rules;
  private final Object proposed;
  private final List<Object> voted;

  /** Whether it is certain that where there are no candidates there are no victims. */
  private final boolean needsCandidates;

  /** By how many plugins said so. */
  private final @Nullable HopelessNodes[] hopeless;

  private NodeSet nodes = new NodeSet();

  /**
   * @param first is told of a new set of nodes without candidates, in which there is none yet
   */
  NodesLeft(FoundNodes found, VictimRules rules, TaskState task, Consumer<HopelessNodes> first) {
    this.known = found.known();
    this.found = found.nodes();
    this.rules = rules;
    this.proposed = rules.traits(task);
    this.voted = rules.votes().traits(task);
    this.needsCandidates = !rules.takesFreeRoom() || rules.votes().chooseAmongCandidates(task);
    this.hopeless = new @Nullable HopelessNodes[voted.size() + 1];
    if (needsCandidates && known.hopeless(kind(0)) == null) {
      first.accept(known.newHopeless(kind(0)));
    }
    for (int asked = needsCandidates ? 0 : 1; asked < hopeless.length; asked++) {
      hopeless[asked] = known.hopeless(kind(asked));
    }
    count();
  }

  private Kind kind(int asked) {
    return new Kind(rules, proposed, voted.subList(0, asked));
  }

  private void count() {
    nodes = found.copy();
    for (HopelessNodes some : hopeless) {
      if (some != null) {
        some.removeFrom(nodes);
      }
    }
  }

  /** Those left to be tried, as of now. */
  NodeSet nodes() {
    return nodes;
  }

  /** Gives hope back to nodes for which something has changed. */
  void update() {
    for (HopelessNodes some : hopeless) {
      if (some != null) {
        some.update();
      }
    }
    count();
  }

  /** Takes note of a node where nobody may be proposed, whatever plugins would say. */
  void hasNoCandidates(int node) {
    giveUp(node, 0, VictimDependence.NODE);
  }

  /** Takes note of a node where nobody may be proposed and nobody may go. */
  void hasNoCandidates(int node, Verdict verdict) {
    if (needsCandidates) {
      hasNoCandidates(node);
    } else {
      hasTooFew(node, verdict);
    }
  }

  /** Takes note of a node where too little may go. */
  void hasTooFew(int node, Verdict verdict) {
    giveUp(node, verdict.asked(), verdict.dependence());
  }

  private void giveUp(int node, int asked, VictimDependence dependence) {
    nodes.remove(node);
    HopelessNodes some = hopeless[asked];
    if (some == null) {
      some = known.newHopeless(kind(asked));
      hopeless[asked] = some;
    }
    some.add(node, dependence);
  }

  /** Tasks of a class for which the same victims may go, as far as some plugins are concerned. */
  private record Kind(VictimRules rules, Object proposed, List<Object> voted) {}
}
