package io.merapi.kube.placement;

import io.merapi.api.node.NodeInfo;
import io.merapi.kube.framework.PodAttempt;
import io.merapi.kube.framework.PreScoreOutcome;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreOutcome;
import io.merapi.kube.framework.ScoreTable;
import java.util.ArrayList;
import java.util.List;

/** Placement straight from the definition: every plugin is asked about every node. */
public final class ReferencePlacement implements Placement {

  private final SchedulingProfile profile;
  private final FeasibleNodeSearch search;
  private final TieBreak tieBreak;

  public ReferencePlacement(
      SchedulingProfile profile, NodeSampling sampling, NodeRotation rotation, TieBreak tieBreak) {
    this.profile = profile;
    this.search = new FeasibleNodeSearch(profile, sampling, rotation);
    this.tieBreak = tieBreak;
  }

  @Override
  public PlacementOutcome place(PodAttempt attempt, Nominations nominations) {
    int nodes = attempt.cluster().nodes().size();
    if (nodes == 0) {
      return new PlacementOutcome.NoNodes();
    }
    return switch (search.find(attempt, nominations)) {
      case FeasibleNodes.Failed(var message) -> new PlacementOutcome.Failed(message);
      case FeasibleNodes.Found(var feasible, var diagnosis) when feasible.isEmpty() ->
          new PlacementOutcome.Unfit(new FitError(nodes, diagnosis));
      case FeasibleNodes.Found found when found.nodes().size() == 1 -> {
        String only = found.nodes().getFirst().name();
        yield new PlacementOutcome.Placed(only, List.of(only), found.evaluated(), 1, null);
      }
      case FeasibleNodes.Found found -> choose(attempt, found);
    };
  }

  private PlacementOutcome choose(PodAttempt attempt, FeasibleNodes.Found found) {
    List<NodeInfo> feasible = found.nodes();
    PreScoreOutcome before = profile.scoring().preScore(attempt, feasible);
    if (!before.result().isSuccess()) {
      return new PlacementOutcome.Failed(before.result().message());
    }
    return switch (profile.scoring().score(attempt, feasible)) {
      case ScoreOutcome.Failed(var result) -> new PlacementOutcome.Failed(result.message());
      case ScoreOutcome.Scored(var table) -> {
        List<String> best = best(table);
        yield new PlacementOutcome.Placed(
            first(best), best, found.evaluated(), feasible.size(), table);
      }
    };
  }

  private static List<String> best(ScoreTable table) {
    var best = new ArrayList<String>();
    long highest = Long.MIN_VALUE;
    for (int node = 0; node < table.nodes().size(); node++) {
      long total = table.total(node);
      if (total > highest) {
        best.clear();
        highest = total;
      }
      if (total == highest) {
        best.add(table.nodes().get(node).name());
      }
    }
    return best;
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
