package io.merapi.batch.plugins.predicates;

import static io.merapi.testkit.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Verdict;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.session.World;
import org.junit.jupiter.api.Test;

class PredicatesDryRunTest {

  private final PredicatesStage stage =
      new PredicatesStage(
          node("n1")
              .allocatable("cpu", "8")
              .allocatable("pods", "10")
              .label("kubernetes.io/hostname", "n1")
              .build(),
          World.running("web", "job", "n1").label("app", "web").hostPort(80).build(),
          World.pending("shy", "job").awayFrom("app", "web").hostPort(80).build(),
          World.pending("plain", "job").hostPort(80).build());

  @Test
  void withoutThePodThatItKeepsAwayFromATaskFits() {
    stage.fit("shy", "n1");
    CycleState state = stage.session().cycleState(stage.task("shy")).copy();
    assertThat(judge(state))
        .isEqualTo(
            Fit.error(
                "failed to filter pod on node n1: node(s) didn't match pod anti-affinity rules"));

    assertThat(
            stage
                .plugin()
                .simulateRemoveTask(state, stage.task("shy"), stage.task("web"), stage.node("n1")))
        .isEqualTo(Verdict.success());
    assertThat(judge(state)).isEqualTo(Fit.fits());

    stage.plugin().simulateAddTask(state, stage.task("shy"), stage.task("web"), stage.node("n1"));
    assertThat(judge(state).isSuccess()).isFalse();
  }

  @Test
  void theSessionKnowsNothingOfADryRun() {
    stage.fit("shy", "n1");
    CycleState state = stage.session().cycleState(stage.task("shy")).copy();
    stage
        .plugin()
        .simulateRemoveTask(state, stage.task("shy"), stage.task("web"), stage.node("n1"));

    assertThat(judge(stage.session().cycleState(stage.task("shy"))).isSuccess()).isFalse();
  }

  @Test
  void onlyAffinityBetweenPodsIsLookedAt() {
    stage.fit("plain", "n1");
    CycleState state = stage.session().cycleState(stage.task("plain")).copy();

    assertThat(stage.plugin().simulatePredicate(state, stage.task("plain"), stage.node("n1")))
        .isEqualTo(Fit.fits());
  }

  private Fit judge(CycleState state) {
    return stage.plugin().simulatePredicate(state, stage.task("shy"), stage.node("n1"));
  }
}
