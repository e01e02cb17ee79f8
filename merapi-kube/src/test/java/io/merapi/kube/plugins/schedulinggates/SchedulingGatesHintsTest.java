package io.merapi.kube.plugins.schedulinggates;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import org.junit.jupiter.api.Test;

class SchedulingGatesHintsTest {

  private final PluginTrial trial = trial();
  private final SchedulingGates plugin = new SchedulingGates(trial.context());

  @Test
  void wakesWhenThePodsOwnGatesAreGone() {
    PodBuilder gated = pod("p").uid("1").schedulingGate("quota");
    assertThat(wakes(gated, gated, pod("p").uid("1"))).isTrue();
  }

  @Test
  void ignoresTheGatesOfOtherPods() {
    PodBuilder gated = pod("p").uid("1").schedulingGate("quota");
    PodBuilder other = pod("q").uid("2").schedulingGate("quota");
    assertThat(wakes(gated, other, pod("q").uid("2"))).isFalse();
  }

  private boolean wakes(PodBuilder waiting, PodBuilder before, PodBuilder after) {
    return trial.wakes(
        plugin,
        waiting,
        ClusterAction.UPDATE_POD_SCHEDULING_GATES_ELIMINATED,
        before.build(),
        after.build());
  }
}
