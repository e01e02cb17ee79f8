package io.merapi.kube.plugins.nodeunschedulable;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.api.node.Node;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import org.junit.jupiter.api.Test;

class NodeUnschedulableHintsTest {

  private static final String MARK = "node.kubernetes.io/unschedulable";
  private static final Node OPEN = node("n").build();
  private static final Node CORDONED = node("n").unschedulable().build();

  private final PluginTrial trial = trial();
  private final NodeUnschedulable plugin = new NodeUnschedulable(trial.context());

  @Test
  void wakesForANodeThatComesOpenOrOpens() {
    assertThat(trial.wakes(plugin, pod("p"), ClusterAction.ADD, null, OPEN)).isTrue();
    assertThat(trial.wakes(plugin, pod("p"), ClusterAction.UPDATE_NODE_TAINT, CORDONED, OPEN))
        .isTrue();
  }

  @Test
  void ignoresNodesThatAreOrStayClosedOrWereOpenBefore() {
    assertThat(trial.wakes(plugin, pod("p"), ClusterAction.ADD, null, CORDONED)).isFalse();
    assertThat(trial.wakes(plugin, pod("p"), ClusterAction.UPDATE_NODE_TAINT, OPEN, CORDONED))
        .isFalse();
    assertThat(trial.wakes(plugin, pod("p"), ClusterAction.UPDATE_NODE_TAINT, OPEN, OPEN))
        .isFalse();
  }

  @Test
  void wakesWhenThePodComesToTolerateTheMark() {
    assertThat(wakesAs(pod("p").uid("1").tolerating(MARK))).isTrue();
  }

  @Test
  void ignoresOtherTolerationsAndOtherPods() {
    assertThat(wakesAs(pod("p").uid("1").tolerating("other"))).isFalse();
    assertThat(wakesAs(pod("q").uid("2").tolerating(MARK))).isFalse();
  }

  private boolean wakesAs(PodBuilder after) {
    var before = pod("p").uid("1");
    return trial.wakes(
        plugin, before, ClusterAction.UPDATE_POD_TOLERATION, before.build(), after.build());
  }
}
