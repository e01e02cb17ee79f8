package io.merapi.kube.plugins.defaultbinder;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Verdict;
import io.merapi.kube.effects.Outcome;
import io.merapi.kube.plugins.PluginTrial;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DefaultBinderTest {

  private final PluginTrial trial = trial();

  @Test
  void bindsThroughThePort() {
    var bound = new ArrayList<String>();
    var plugin =
        new DefaultBinder((pod, node) -> {
          bound.add(pod.key() + " on " + node);
          return Outcome.done();
        });
    assertThat(plugin.bind(trial.newState(), trial.info(pod("p")), "n"))
        .isCompletedWithValue(Verdict.success());
    assertThat(bound).isEqualTo(List.of("default/p on n"));
  }

  @Test
  void failureIsAnErrorInItsOwnWords() {
    var plugin = new DefaultBinder((_, _) -> Outcome.failed("pods \"p\" not found"));
    assertThat(plugin.bind(trial.newState(), trial.info(pod("p")), "n"))
        .isCompletedWithValue(Verdict.error("pods \"p\" not found"));
  }
}
