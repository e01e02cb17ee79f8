package io.merapi.kube.placement;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.FilterPlugin;
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

/**
 * Placement that remembers: for each class of pods it keeps which nodes fit and what they score,
 * and asks plugins again only about nodes that have changed. Used by one thread.
 *
 * <p>The outcome is that of {@link ReferencePlacement}, but for the list of equally good nodes and
 * the table of scores, which are left out where nobody had to look at every node. Where all plugins
 * that have a part in the pod depend on its class and on nodes, the cost follows the number of
 * nodes that have changed. Plugins that depend on the cluster are asked about every node, beside
 * what is remembered of the others. Pods that no node fits, that are bound to look at few nodes or
 * for which a plugin fails are placed straight from the definition.
 */
public final class IncrementalPlacement implements Placement {

  /** How many classes times nodes are remembered; of the order of 100 bytes each. */
  private static final int MOST_ENTRIES = 1 << 20;

  private static final int LEAST_CLASSES = 8;

  private final SchedulingProfile profile;
  private final NodeSampling sampling;
  private final NodeRotation rotation;
  private final ReferencePlacement reference;
  private final NodeChanges changes;

  /** By class, the one that was longest not asked for first. */
  private final Map<PodClass, Known> classes = new LinkedHashMap<>(16, 0.75f, true);

  public IncrementalPlacement(
      SchedulingProfile profile, NodeSampling sampling, NodeRotation rotation, TieBreak tieBreak) {
    this.profile = profile;
    this.sampling = sampling;
    this.rotation = rotation;
    this.reference = new ReferencePlacement(profile, sampling, rotation, tieBreak);
    this.changes = new NodeChanges(tieBreak);
  }

  @Override
  public PlacementOutcome place(PodAttempt attempt, Nominations nominations) {
    int nodes = attempt.cluster().nodes().size();
    if (!(attempt.cluster() instanceof SnapshotView view)
        || nodes == 0
        || sampling.enough(nodes) < nodes
        || !profile.scoring().hasScorers()
        || !attempt.pod().pod().status().nominatedNodeName().isEmpty()) {
      return reference.place(attempt, nominations);
    }
    PreFilterOutcome before = profile.filtering().preFilter(attempt);
    if (!before.result().isSuccess() || before.nodeNames() != null) {
      return reference.place(attempt, nominations, before);
    }
    changes.follow(view.snapshot());
    PodClass podClass = attempt.pod().podClass();
    try {
      Known known = classes.computeIfAbsent(podClass, _ -> new Known());
      forgetOldest(nodes);
      known.fit.update(attempt, view.snapshot());
      NodeSet excluded = excluded(attempt, nominations);
      List<NodeInfo> feasible = feasible(attempt, view.snapshot(), known, excluded);
      if (feasible.isEmpty()) {
        // Why, node by node, is for the definition to say.
        return reference.place(attempt, nominations, before);
      }
      rotation.advance(nodes, nodes);
      return feasible.size() == 1
          ? ReferencePlacement.only(feasible.getFirst(), nodes)
          : choose(attempt, view.snapshot(), known, feasible);
    } catch (Unanswered _) {
      classes.remove(podClass);
      return reference.place(attempt, nominations, before);
    }
  }

  private void forgetOldest(int nodes) {
    int most = Math.max(LEAST_CLASSES, MOST_ENTRIES / nodes);
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

  private static List<NodeInfo> feasible(
      PodAttempt attempt, Snapshot snapshot, Known known, NodeSet excluded) throws Unanswered {
    boolean remembered = excluded.size() == 0;
    for (FilterPlugin filter : attempt.filters()) {
      remembered &= filter.filterDependence(attempt.pod()) != Dependence.CLUSTER;
    }
    return remembered
        ? new RememberedNodes(snapshot, known.fit.feasible())
        : known.fit.find(attempt, snapshot, excluded);
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

  /** What is remembered of one class. */
  private final class Known {

    final ClassScores scores = new ClassScores(profile.scoring(), changes);
    final ClassFit fit = new ClassFit(changes, scores);
  }
}
