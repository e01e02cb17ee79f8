package io.merapi.batch.kubeplugins;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Normalization;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeightedScoreTest {

  private final SchedulingSession session =
      new World(
              node("a").build(),
              node("bb").build(),
              podGroup("job").build(),
              World.pending("p", "job").build())
          .open();
  private final PodInfo pod = session.jobs().iterator().next().tasks().iterator().next().info();

  @Test
  void scoresAreBroughtToScaleBeforeTheyAreWeighed() {
    assertThat(totals(new NameLength(1, Normalization.TO_GREATEST), 3)).containsExactly(150, 300);
    assertThat(totals(new NameLength(1, Normalization.NONE), 3)).containsExactly(3, 6);
  }

  @Test
  void aScoreOutOfBoundsIsAnError() {
    assertThatThrownBy(() -> totals(new NameLength(60, Normalization.NONE), 1))
        .isInstanceOf(ScoreException.class)
        .hasMessage("NameLength returns an invalid score 120 for node bb");
    assertThatThrownBy(() -> totals(new NameLength(-1, Normalization.NONE), 1))
        .hasMessage("NameLength returns an invalid score -1 for node a");
  }

  @Test
  void aScoreThatCannotBeGivenNamesItsPlugin() {
    assertThatThrownBy(() -> totals(new NameLength(0, Normalization.NONE), 1))
        .isInstanceOf(ScoreException.class)
        .hasMessage("calculate NameLength priority failed no idea");
  }

  @Test
  void aPluginWithoutAPreScoreHasNothingToSayBefore() {
    var score = new WeightedScore(new NameLength(1, Normalization.NONE), 1);
    assertThat(score.preScore(new CycleState(0), pod, session.cluster(), List.of()))
        .isEqualTo(Verdict.success());
  }

  private double[] totals(ScorePlugin plugin, long weight) {
    double[] totals = new double[2];
    new WeightedScore(plugin, weight)
        .addTo(totals, new CycleState(0), pod, session.cluster(), session.cluster().nodes());
    return totals;
  }

  /** Scores a node by the length of its name; with a factor of 0 it cannot. */
  private record NameLength(long factor, Normalization normalization) implements ScorePlugin {

    @Override
    public String name() {
      return "NameLength";
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
      if (factor == 0) {
        throw new ScoreException("no idea");
      }
      return factor * node.name().length();
    }
  }
}
