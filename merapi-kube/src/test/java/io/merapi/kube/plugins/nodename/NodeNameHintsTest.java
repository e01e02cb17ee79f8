package io.merapi.kube.plugins.nodename;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.kube.plugins.PluginTrial;
import org.junit.jupiter.api.Test;

class NodeNameHintsTest {

  private final PluginTrial trial = trial();
  private final NodeName plugin = new NodeName(trial.context());

  @Test
  void wakesForEveryNewNodeAndForNoUpdateOfOne() {
    var node = node("n").build();
    assertThat(trial.wakes(plugin, pod("p"), ClusterAction.ADD, null, node)).isTrue();
    assertThat(trial.wakes(plugin, pod("p"), ClusterAction.UPDATE_NODE_LABEL, node, node))
        .isFalse();
  }
}
