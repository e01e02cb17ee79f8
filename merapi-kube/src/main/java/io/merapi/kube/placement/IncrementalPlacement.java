package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodClass;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PreFilterOutcome;
import io.merapi.kube.framework.PreScoreOutcome;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * Placement that remembers: for each class of pods it keeps which nodes fit and what they score,
 * and asks plugins again only about nodes that have changed. Used by one thread.
 *
 * <p>The outcome is that of {@link ReferencePlacement}, but for the list of equally good nodes and
 * the table of scores, which are left out where nobody had to look at every node. Where all plugins
 * that have a part in the pod depend on its class and on nodes, the cost follows the number of
 * nodes that have changed. Plugins that depend on the cluster are asked about every node, beside
 * what is remembered of the others. Pods that are bound to look at few nodes, of which an extender
 * wants to be asked or for which a plugin fails are placed straight from the definition; so are
 * pods that fit nowhere, where a plugin that depends on the cluster takes part.
 */
public final class IncrementalPlacement implements Placement {

  private final SchedulingProfile profile;
  private final NodeSampling sampling;
  private final NodeRotation rotation;
  private final ReferencePlacement reference;
  private final Memory memory;
  private final NodeChanges changes;

  /** By class, the one that was longest not asked for first. */
  private final Map<PodClass, Known> classes = new LinkedHashMap<>(16, 0.75f, true);

  public IncrementalPlacement(
      SchedulingProfile profile, NodeSampling sampling, NodeRotation rotation, TieBreak tieBreak) {
    this(profile, sampling, rotation, tieBreak, Memory.DEFAULT);
  }

  IncrementalPlacement(
      SchedulingProfile profile,
      NodeSampling sampling,
      NodeRotation rotation,
      TieBreak tieBreak,
      Memory memory) {
    this.profile = profile;
    this.sampling = sampling;
    this.rotation = rotation;
    this.reference = new ReferencePlacement(profile, sampling, rotation, tieBreak);
    this.memory = memory;
    this.changes = new NodeChanges(tieBreak, memory.changes());
  }

  @Override
  public PlacementOutcome place(PodAttempt attempt, Nominations nominations) {
    int nodes = attempt.cluster().nodes().size();
    if (!(attempt.cluster() instanceof SnapshotView view)
        || nodes == 0
        || sampling.enough(nodes) < nodes
        || !profile.scoring().hasScorers()
        || !attempt.pod().pod().status().nominatedNodeName().isEmpty()
        || profile.extenders().concern(attempt.pod().pod())) {
      return reference.place(attempt, nominations);
    }
    PreFilterOutcome before = profile.filtering().preFilter(attempt);
    if (!before.result().isSuccess() || before.nodeNames() != null) {
      return reference.place(attempt, nominations, before);
    }
    changes.follow(view.snapshot());
    // Whatever comes of it, every node is looked at.
    rotation.advance(nodes, nodes);
    PodClass podClass = attempt.pod().podClass();
    try {
      Known known = classes.computeIfAbsent(podClass, _ -> new Known());
      forgetOldest(nodes);
      known.fit.update(attempt, view.snapshot());
      NodeSet excluded = excluded(attempt, nominations);
      List<NodeInfo> feasible = feasible(attempt, view.snapshot(), known, excluded);
      if (feasible.isEmpty()) {
        return nowhere(attempt, nominations, before, known);
      }
      return feasible.size() == 1
          ? ReferencePlacement.only(feasible.getFirst(), nodes)
          : choose(attempt, view.snapshot(), known, feasible);
    } catch (Unanswered _) {
      classes.remove(podClass);
      return reference.place(attempt, nominations, before);
    }
  }

  private void forgetOldest(int nodes) {
    int most = Math.max(memory.leastClasses(), memory.entries() / nodes);
    if (classes.size() > most) {
      classes.remove(classes.keySet().iterator().next());
    }
  }

  /** The nodes that do not fit because of the pods that are nominated to them. */
  private NodeSet excluded(PodAttempt attempt, Nominations nominations) throws Unanswered {
    var excluded = new NodeSet();
    for (String name : nominations.nodes()) {
      NodeInfo node = attempt.cluster().node(name);
      if (node == null) {
        continue;
      }
      PluginVerdict verdict = profile.filtering().filter(attempt, node, nominations.on(name));
      if (verdict.isRejection()) {
        excluded.add(node.index());
      } else if (!verdict.isSuccess()) {
        throw new Unanswered();
      }
    }
    return excluded;
  }

  /** The nodes that fit, in the order in which a search looks at them. */
  private List<NodeInfo> feasible(
      PodAttempt attempt, Snapshot snapshot, Known known, NodeSet excluded) throws Unanswered {
    List<NodeInfo> nodes = attempt.cluster().nodes();
    // Asked only where the list is looked into: it may take a walk over all nodes.
    IntSupplier first = () -> nodes.get(rotation.start() % nodes.size()).index();
    return excluded.size() == 0 && known.fit.decides(attempt)
        ? new RememberedNodes(snapshot, known.fit.feasible(), first)
        : known.fit.find(attempt, snapshot, excluded, first.getAsInt());
  }

  private PlacementOutcome nowhere(
      PodAttempt attempt, Nominations nominations, PreFilterOutcome before, Known known)
      throws Unanswered {
    if (!known.fit.decides(attempt)) {
      return reference.place(attempt, nominations, before);
    }
    int nodes = attempt.cluster().nodes().size();
    Diagnosis diagnosis = known.fit.rejections().diagnose(attempt, nominations, rotation);
    return new PlacementOutcome.Unfit(new FitError(nodes, diagnosis));
  }

  private PlacementOutcome choose(
      PodAttempt attempt, Snapshot snapshot, Known known, List<NodeInfo> feasible)
      throws Unanswered {
    PreScoreOutcome before = profile.scoring().preScore(attempt, feasible);
    if (!before.result().isSuccess()) {
      return new PlacementOutcome.Failed(before.result().message());
    }
    known.scores.update(attempt, snapshot);
    int nodes = snapshot.nodeCount();
    if (!(feasible instanceof RememberedNodes) || !known.scores.decide(attempt)) {
      return reference.choose(attempt, List.copyOf(feasible), known.scores, nodes);
    }
    NodeInfo best = NodeChanges.at(snapshot, known.scores.best());
    if (best == null) {
      throw new IllegalStateException("the best node does not exist");
    }
    return new PlacementOutcome.Placed(
        best.name(), known.scores.total(), List.of(best.name()), nodes, feasible.size(), null);
  }

  /**
   * How much is remembered.
   *
   * @param entries classes times nodes; of the order of 100 bytes each, twice that for a class that
   *     fits nowhere
   * @param leastClasses so many classes in any case
   * @param changes of nodes; a class that was last asked for before them looks at all nodes
   */
  record Memory(int entries, int leastClasses, int changes) {

    static final Memory DEFAULT = new Memory(1 << 20, 8, 1 << 14);
  }

  /** What is remembered of one class. */
  private final class Known {

    final ClassScores scores = new ClassScores(profile, changes);
    final ClassFit fit = new ClassFit(profile, changes, scores);
  }
}
