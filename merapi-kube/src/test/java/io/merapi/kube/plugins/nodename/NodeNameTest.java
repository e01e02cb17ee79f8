package io.merapi.kube.plugins.nodename;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Verdict;
import io.merapi.kube.plugins.PluginTrial;
import org.junit.jupiter.api.Test;

class NodeNameTest {

  private final PluginTrial trial = trial().with(node("a")).with(node("b"));
  private final NodeName plugin = new NodeName(trial.context());

  @Test
  void podThatNamesNoNodeFitsAnywhere() {
    assertThat(trial.filter(plugin, pod("p"), "a").isSuccess()).isTrue();
  }

  @Test
  void podThatNamesANodeFitsThereOnly() {
    assertThat(trial.filter(plugin, pod("p").on("a"), "a").isSuccess()).isTrue();
    Verdict elsewhere = trial.filter(plugin, pod("p").on("a"), "b");
    assertThat(elsewhere.code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(elsewhere.texts()).containsExactly("node(s) didn't match the requested node name");
  }

  @Test
  void answerForANamedNodeDoesNotHoldForTheWholeClass() {
    assertThat(plugin.filterDependence(trial.info(pod("p")), trial.view()))
        .isEqualTo(Dependence.NODE);
    assertThat(plugin.filterDependence(trial.info(pod("q").on("a")), trial.view()))
        .isEqualTo(Dependence.CLUSTER);
  }
}
