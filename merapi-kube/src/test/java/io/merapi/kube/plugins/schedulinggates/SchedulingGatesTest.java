package io.merapi.kube.plugins.schedulinggates;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Verdict;
import io.merapi.kube.plugins.PluginTrial;
import org.junit.jupiter.api.Test;

class SchedulingGatesTest {

  private final PluginTrial trial = trial();
  private final SchedulingGates plugin = new SchedulingGates(trial.context());

  @Test
  void letsPodWithoutGatesIn() {
    assertThat(plugin.preEnqueue(trial.info(pod("p")), trial.view()).isSuccess()).isTrue();
  }

  @Test
  void keepsPodOutAndNamesItsGatesInTheirOrder() {
    Verdict verdict =
        plugin.preEnqueue(
            trial.info(pod("p").schedulingGate("quota").schedulingGate("backup")), trial.view());
    assertThat(verdict.code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(verdict.texts()).containsExactly("waiting for scheduling gates: [quota backup]");
  }
}
