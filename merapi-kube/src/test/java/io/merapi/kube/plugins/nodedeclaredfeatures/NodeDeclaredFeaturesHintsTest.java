package io.merapi.kube.plugins.nodedeclaredfeatures;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.api.node.Node;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import org.junit.jupiter.api.Test;

class NodeDeclaredFeaturesHintsTest {

  private static final Node PLAIN = node("n").build();
  private static final Node DECLARING = node("n").declaring("Feature").build();

  private final PluginTrial trial = trial();
  private final NodeDeclaredFeatures plugin = new NodeDeclaredFeatures(trial.context());
  private final PodBuilder waiting = pod("p").uid("1").restartingAllContainers();

  @Test
  void wakesForNewNodesAndForOtherFeatures() {
    assertThat(trial.wakes(plugin, waiting, ClusterAction.ADD, null, PLAIN)).isTrue();
    assertThat(
            trial.wakes(
                plugin, waiting, ClusterAction.UPDATE_NODE_DECLARED_FEATURE, PLAIN, DECLARING))
        .isTrue();
  }

  @Test
  void ignoresNodesWhoseFeaturesStay() {
    assertThat(
            trial.wakes(
                plugin, waiting, ClusterAction.UPDATE_NODE_DECLARED_FEATURE, DECLARING, DECLARING))
        .isFalse();
    assertThat(trial.wakes(plugin, waiting, ClusterAction.UPDATE_NODE_LABEL, PLAIN, DECLARING))
        .isFalse();
  }

  @Test
  void wakesWhenThePodNeedsOtherFeaturesAndIgnoresOtherChanges() {
    assertThat(wakesAs(pod("p").uid("1"))).isTrue();
    assertThat(wakesAs(pod("p").uid("1").restartingAllContainers().label("a", "b"))).isFalse();
    assertThat(wakesAs(pod("q").uid("2"))).isFalse();
  }

  private boolean wakesAs(PodBuilder after) {
    return trial.wakes(
        plugin, waiting, ClusterAction.UPDATE_POD_LABEL, waiting.build(), after.build());
  }
}
