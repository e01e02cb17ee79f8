package io.merapi.kube.plugins.prioritysort;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.QueuedPod;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PrioritySortTest {

  private final PluginTrial trial = trial();
  private final PrioritySort plugin = new PrioritySort(trial.context());

  @Test
  void greaterPriorityGoesFirstHoweverLateItCame() {
    assertThat(
            plugin.compare(
                queued(pod("late").priority(10), 99), queued(pod("early").priority(9), 1)))
        .isNegative();
  }

  @Test
  void equalPrioritiesGoInTheOrderOfTheirEntry() {
    QueuedPod first = queued(pod("a").priority(5), 1);
    QueuedPod second = queued(pod("b").priority(5), 2);
    assertThat(plugin.compare(first, second)).isNegative();
    assertThat(plugin.compare(second, first)).isPositive();
    assertThat(plugin.compare(first, first)).isZero();
  }

  @Test
  void noPriorityIsPriorityZero() {
    assertThat(plugin.compare(queued(pod("none"), 2), queued(pod("low").priority(-1), 1)))
        .isNegative();
    assertThat(plugin.compare(queued(pod("none"), 2), queued(pod("zero").priority(0), 1)))
        .isPositive();
  }

  @Test
  void extremePrioritiesDoNotOverflow() {
    assertThat(
            plugin.compare(
                queued(pod("most").priority(Integer.MAX_VALUE), 1),
                queued(pod("least").priority(Integer.MIN_VALUE), 1)))
        .isNegative();
  }

  private QueuedPod queued(PodBuilder pod, long second) {
    return new QueuedPod(trial.info(pod), Instant.ofEpochSecond(second));
  }
}
