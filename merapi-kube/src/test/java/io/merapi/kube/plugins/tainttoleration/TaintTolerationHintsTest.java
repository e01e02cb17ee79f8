package io.merapi.kube.plugins.tainttoleration;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.api.node.Node;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TaintTolerationHintsTest {

  private static final Node TAINTED = node("n").taint("gpu", "", "NoSchedule").build();
  private static final Node SOFT = node("n").taint("gpu", "", "PreferNoSchedule").build();
  private static final Node FREE = node("n").build();

  private final PluginTrial trial = trial();
  private final TaintToleration plugin = new TaintToleration(trial.context());

  @Test
  void wakesForANodeWhoseTaintsThePodToleratesNow() {
    assertThat(wakes(pod("p"), null, FREE)).isTrue();
    assertThat(wakes(pod("p"), null, SOFT)).isTrue();
    assertThat(wakes(pod("p"), TAINTED, FREE)).isTrue();
    assertThat(wakes(pod("p").tolerating("gpu"), null, TAINTED)).isTrue();
  }

  @Test
  void ignoresNodesThatItDoesNotTolerateAndThoseThatItDidBefore() {
    assertThat(wakes(pod("p"), null, TAINTED)).isFalse();
    assertThat(wakes(pod("p"), FREE, TAINTED)).isFalse();
    assertThat(wakes(pod("p"), SOFT, FREE)).isFalse();
    assertThat(wakes(pod("p").tolerating("gpu"), TAINTED, FREE)).isFalse();
  }

  @Test
  void wakesWhenThePodGetsATolerationAndIgnoresOtherPods() {
    var before = pod("p").uid("1");
    assertThat(wakesAs(before, pod("p").uid("1").tolerating("any"))).isTrue();
    assertThat(wakesAs(before, pod("q").uid("2").tolerating("any"))).isFalse();
  }

  private boolean wakes(PodBuilder pod, @Nullable Node before, Node after) {
    ClusterAction action = before == null ? ClusterAction.ADD : ClusterAction.UPDATE_NODE_TAINT;
    return trial.wakes(plugin, pod, action, before, after);
  }

  private boolean wakesAs(PodBuilder before, PodBuilder after) {
    return trial.wakes(
        plugin, before, ClusterAction.UPDATE_POD_TOLERATION, before.build(), after.build());
  }
}
