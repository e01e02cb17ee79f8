package io.merapi.kube.plugins.tainttoleration;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.Verdict;
import io.merapi.kube.plugins.PluginTrial;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TaintTolerationTest {

  private static final FeatureGate COMPARISONS = FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS;

  private final PluginTrial trial = trial();
  private final TaintToleration plugin = new TaintToleration(trial.context());

  @Test
  void rejectsUntoleratedTaintForGoodAndSaysWhich() {
    trial.with(node("n").taint("gpu", "a100", "NoSchedule").taint("drained", "", "NoExecute"));
    Verdict verdict = trial.filter(plugin, pod("p").tolerating("gpu"), "n");
    assertThat(verdict.code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(verdict.texts()).containsExactly("node(s) had untolerated taint(s)");
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Rejected.class,
            rejected ->
                assertThat(rejected.reasons().getFirst().detail())
                    .isEqualTo("does not tolerate drained:NoExecute"));
  }

  @Test
  void softTaintsRejectNothing() {
    trial.with(node("n").taint("spot", "", "PreferNoSchedule"));
    assertThat(trial.filter(plugin, pod("p"), "n").isSuccess()).isTrue();
  }

  @Test
  void numbersAreComparedBehindTheirGate() {
    var tainted = node("n").taint("sla", "95", "NoSchedule");
    var tolerating = pod("p").tolerating("sla", "Gt", "90", "NoSchedule");
    assertThat(trial.with(tainted).filter(plugin, tolerating, "n").isSuccess()).isFalse();
    PluginTrial gated = trial(COMPARISONS, true).with(tainted);
    assertThat(gated.filter(new TaintToleration(gated.context()), tolerating, "n").isSuccess())
        .isTrue();
  }

  @Test
  void scoreCountsUntoleratedSoftTaintsAndTheFewestAreBest() {
    trial
        .with(node("clean"))
        .with(node("one").taint("a", "", "PreferNoSchedule"))
        .with(
            node("three")
                .taint("a", "", "PreferNoSchedule")
                .taint("b", "", "PreferNoSchedule")
                .taint("c", "", "PreferNoSchedule")
                .taint("d", "", "NoSchedule"));
    assertThat(trial.scores(plugin, pod("p")))
        .isEqualTo(Map.of("clean", 0L, "one", 1L, "three", 3L));
    assertThat(trial.normalizedScores(plugin, pod("p")))
        .isEqualTo(Map.of("clean", 100L, "one", 67L, "three", 0L));
  }

  @Test
  void onlyTolerationsOfSoftOrEveryEffectCountInTheScore() {
    trial.with(node("n").taint("a", "", "PreferNoSchedule").taint("b", "", "PreferNoSchedule"));
    assertThat(
            trial.scores(
                plugin,
                pod("p")
                    .tolerating("a", "Exists", "", "PreferNoSchedule")
                    .tolerating("b", "Exists", "", "NoSchedule")))
        .isEqualTo(Map.of("n", 1L));
    assertThat(trial.scores(plugin, pod("q").tolerating("a").tolerating("b")))
        .isEqualTo(Map.of("n", 0L));
  }

  @Test
  void withoutItsPreScoreItFailsInUpstreamsWords() {
    trial.with(node("n"));
    assertThatThrownBy(() -> plugin.score(trial.newState(), trial.info(pod("p")), trial.node("n")))
        .isInstanceOf(ScoreException.class)
        .hasMessage("failed to read \"PreScoreTaintToleration\" from cycleState: not found");
  }
}
