package io.merapi.kube.plugins.nodeports;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import org.junit.jupiter.api.Test;

class NodePortsHintsTest {

  private final PluginTrial trial = trial();
  private final NodePorts plugin = new NodePorts(trial.context());
  private final PodBuilder waiting = pod("p").hostPort(80);

  @Test
  void wakesWhenAPodThatHeldItsPortGoes() {
    assertThat(wakesWithout(pod("gone").hostPort(81).hostPort(80).on("n"))).isTrue();
    assertThat(wakesWithout(pod("gone").hostPort(80).nominatedTo("n"))).isTrue();
  }

  @Test
  void ignoresPodsWithOtherPortsWithoutPortsOrWithoutANode() {
    assertThat(wakesWithout(pod("gone").hostPort(81).on("n"))).isFalse();
    assertThat(wakesWithout(pod("gone").on("n"))).isFalse();
    assertThat(wakesWithout(pod("gone").hostPort(80))).isFalse();
  }

  @Test
  void wakesForEveryNewNodeAndForNoUpdateOfOne() {
    var node = node("n").build();
    assertThat(trial.wakes(plugin, waiting, ClusterAction.ADD, null, node)).isTrue();
    assertThat(trial.wakes(plugin, waiting, ClusterAction.UPDATE_NODE_LABEL, node, node)).isFalse();
  }

  private boolean wakesWithout(PodBuilder gone) {
    return trial.wakes(plugin, waiting, ClusterAction.DELETE, gone.build(), null);
  }
}
