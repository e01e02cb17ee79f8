package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.extenders.Extenders.Points;
import io.merapi.kube.framework.KnownScores;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PreFilterOutcome;
import io.merapi.kube.framework.PreScoreOutcome;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreOutcome;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.measures.MeasuredPoint;
import java.util.List;

/**
 * Placement straight from the definition: every plugin is asked about every node, and every
 * extender.
 */
public final class ReferencePlacement implements Placement {

  private final SchedulingProfile profile;
  private final FeasibleNodeSearch search;
  private final TieBreak tieBreak;
  private final PhaseTimes times;

  public ReferencePlacement(
      SchedulingProfile profile, NodeSampling sampling, NodeRotation rotation, TieBreak tieBreak) {
    this.profile = profile;
    this.search = new FeasibleNodeSearch(profile, sampling, rotation);
    this.tieBreak = tieBreak;
    this.times = new PhaseTimes(profile.measures());
  }

  @Override
  public PlacementOutcome place(PodAttempt attempt, Nominations nominations) {
    if (attempt.cluster().nodes().isEmpty()) {
      return new PlacementOutcome.NoNodes();
    }
    times.begin();
    PreFilterOutcome before = profile.filtering().preFilter(attempt);
    times.ended(MeasuredPoint.PRE_FILTER, before.result());
    return place(attempt, nominations, before);
  }

  /** Places a pod for which the pre-filters have run. */
  PlacementOutcome place(PodAttempt attempt, Nominations nominations, PreFilterOutcome before) {
    times.begin();
    FeasibleNodes found = search.find(attempt, nominations, before);
    if (before.result().isSuccess()) {
      times.ended(MeasuredPoint.FILTER);
    }
    return switch (found) {
      case FeasibleNodes.Failed(var message) -> new PlacementOutcome.Failed(message);
      case FeasibleNodes.Found(var feasible, var diagnosis) when feasible.isEmpty() ->
          new PlacementOutcome.Unfit(new FitError(attempt.cluster().nodes().size(), diagnosis));
      case FeasibleNodes.Found some when some.nodes().size() == 1 ->
          only(some.nodes().getFirst(), some.evaluated());
      case FeasibleNodes.Found some -> choose(attempt, some);
    };
  }

  /** The outcome where one node fits: it is not scored. */
  static PlacementOutcome only(NodeInfo node, int evaluatedNodes) {
    return new PlacementOutcome.Placed(
        node.name(), 0, List.of(node.name()), evaluatedNodes, 1, null);
  }

  private PlacementOutcome choose(PodAttempt attempt, FeasibleNodes.Found found) {
    PreScoreOutcome before = profile.scoring().preScore(attempt, found.nodes());
    times.ended(MeasuredPoint.PRE_SCORE, before.result());
    return before.result().isSuccess()
        ? choose(attempt, found.nodes(), KnownScores.NONE, found.evaluated())
        : new PlacementOutcome.Failed(before.result().message());
  }

  /** Chooses among the feasible nodes of a pod for which the pre-scores have run. */
  PlacementOutcome choose(
      PodAttempt attempt, List<NodeInfo> feasible, KnownScores known, int evaluatedNodes) {
    times.begin();
    ScoreOutcome outcome = profile.scoring().score(attempt, feasible, known);
    times.ended(
        MeasuredPoint.SCORE,
        outcome instanceof ScoreOutcome.Failed(var why) ? why : PluginVerdict.SUCCESS);
    return switch (outcome) {
      case ScoreOutcome.Failed(var result) -> new PlacementOutcome.Failed(result.message());
      case ScoreOutcome.Scored(var table) -> best(extended(attempt, table), evaluatedNodes);
    };
  }

  /** The table with the points that extenders give. */
  private ScoreTable extended(PodAttempt attempt, ScoreTable table) {
    ScoreTable extended = table;
    for (Points points : profile.extenders().score(attempt.pod().pod(), table.nodes())) {
      extended = extended.with(points.extender(), points.of(table.nodes()));
    }
    return extended;
  }

  private PlacementOutcome best(ScoreTable table, int evaluatedNodes) {
    List<String> best = table.best();
    return new PlacementOutcome.Placed(
        first(best), table.highest(), best, evaluatedNodes, table.nodes().size(), table);
  }

  private String first(List<String> equals) {
    String winner = equals.getFirst();
    for (String name : equals) {
      if (tieBreak.wins(name, winner)) {
        winner = name;
      }
    }
    return winner;
  }
}
