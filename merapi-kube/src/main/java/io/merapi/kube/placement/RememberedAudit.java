package io.merapi.kube.placement;

import io.merapi.api.pod.PodInfo;
import io.merapi.kube.audit.Violation;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.placement.PlacementOutcome.Placed;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether what is remembered of a class of pods is what the definition says now: a pod of the class
 * is placed both ways, with nothing taken, and feasible nodes, their scores and the choice are
 * compared. It costs what a placement by definition costs, a look at every node.
 */
final class RememberedAudit {

  private static final String RULE = "what is remembered of a class is what its plugins say";

  private final SchedulingProfile profile;
  private final IncrementalPlacement remembering;
  private final ReferencePlacement defining;
  private final NodeRotation rotation;

  /**
   * @param rotation of both ways; it is left as it was
   */
  RememberedAudit(
      SchedulingProfile profile,
      IncrementalPlacement remembering,
      ReferencePlacement defining,
      NodeRotation rotation) {
    this.profile = profile;
    this.remembering = remembering;
    this.defining = defining;
    this.rotation = rotation;
  }

  /** The difference; null for none. */
  @Nullable Violation of(PodInfo pod, SnapshotView cluster, Nominations nominations) {
    int nodes = cluster.contents().nodeCount();
    if (nodes == 0 || profile.extenders().concern(pod.pod())) {
      // Who is outside is asked for pods, and for nothing else.
      return null;
    }
    int start = rotation.start();
    try {
      PlacementOutcome kept = remembering.placeInFull(profile.attempt(pod, cluster), nominations);
      turnBack(start, nodes);
      PlacementOutcome defined = defining.place(profile.attempt(pod, cluster), nominations);
      return compare(pod, kept, defined);
    } catch (RuntimeException | LinkageError | StackOverflowError _) {
      // A plugin that throws says nothing about what is remembered; its pods are told of it.
      return null;
    } finally {
      turnBack(start, nodes);
    }
  }

  private static @Nullable Violation compare(
      PodInfo pod, PlacementOutcome kept, PlacementOutcome defined) {
    if (kept instanceof PlacementOutcome.Failed || defined instanceof PlacementOutcome.Failed) {
      return null;
    }
    String found = text(kept);
    String expected = text(defined);
    if (found.equals(expected)) {
      return kept instanceof Placed(_, _, _, _, _, var some)
              && defined instanceof Placed(_, _, _, _, _, var all)
              && some != null
              && all != null
          ? difference(pod, totals(some), totals(all))
          : null;
    }
    return Violation.of(RULE, "pods like " + pod.key(), found, expected);
  }

  private void turnBack(int start, int nodes) {
    rotation.advance(Math.floorMod(start - rotation.start(), nodes), nodes);
  }

  private static String text(PlacementOutcome outcome) {
    return switch (outcome) {
      case Placed placed ->
          "node %s of %d that fit, with %d points"
              .formatted(placed.node(), placed.feasibleNodes(), placed.total());
      case PlacementOutcome.Unfit(var error) -> error.message("");
      case PlacementOutcome.NoNodes _ -> "no nodes";
      case PlacementOutcome.Failed(var message) -> message;
    };
  }

  private static Map<String, Long> totals(ScoreTable table) {
    var totals = new TreeMap<String, Long>();
    for (int i = 0; i < table.nodes().size(); i++) {
      totals.put(table.nodes().get(i).name(), table.total(i));
    }
    return totals;
  }

  private static @Nullable Violation difference(
      PodInfo pod, Map<String, Long> found, Map<String, Long> expected) {
    for (Map.Entry<String, Long> score : expected.entrySet()) {
      Long kept = found.get(score.getKey());
      if (!score.getValue().equals(kept)) {
        return Violation.of(
            RULE,
            "pods like %s on node %s".formatted(pod.key(), score.getKey()),
            kept == null ? "does not fit" : kept + " points",
            score.getValue() + " points");
      }
    }
    return null;
  }
}
