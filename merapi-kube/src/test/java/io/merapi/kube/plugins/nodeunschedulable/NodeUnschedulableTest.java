package io.merapi.kube.plugins.nodeunschedulable;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Verdict;
import io.merapi.kube.plugins.PluginTrial;
import org.junit.jupiter.api.Test;

class NodeUnschedulableTest {

  private static final String MARK = "node.kubernetes.io/unschedulable";

  private final PluginTrial trial =
      trial()
          .with(node("open"))
          .with(node("cordoned").unschedulable())
          .with(node("only-tainted").taint(MARK, "", "NoSchedule"));
  private final NodeUnschedulable plugin = new NodeUnschedulable(trial.context());

  @Test
  void rejectsCordonedNode() {
    Verdict verdict = trial.filter(plugin, pod("p"), "cordoned");
    assertThat(verdict.code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(verdict.texts()).containsExactly("node(s) were unschedulable");
  }

  @Test
  void looksAtTheMarkAndNotAtTheTaint() {
    assertThat(trial.filter(plugin, pod("p"), "open").isSuccess()).isTrue();
    assertThat(trial.filter(plugin, pod("p"), "only-tainted").isSuccess()).isTrue();
  }

  @Test
  void podThatToleratesTheTaintMayGoToACordonedNode() {
    assertThat(trial.filter(plugin, pod("p").tolerating(MARK), "cordoned").isSuccess()).isTrue();
    assertThat(
            trial
                .filter(plugin, pod("q").tolerating(MARK, "Exists", "", "NoExecute"), "cordoned")
                .isSuccess())
        .isFalse();
  }
}
