package io.merapi.kube.plugins.nodeaffinity;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.api.node.Node;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeAffinityHintsTest {

  private static final Node SSD = node("n").label("disk", "ssd").build();
  private static final Node BARE = node("n").build();

  private final PluginTrial trial = trial();
  private final NodeAffinity plugin = new NodeAffinity(NodeAffinityArgs.DEFAULTS, trial.context());
  private final PodBuilder waiting = pod("p").requiringNodes(label("disk", "In", "ssd"));

  @Test
  void wakesForANodeThatComesWithTheLabelsOrGetsThem() {
    assertThat(wakes(plugin, waiting, null, SSD)).isTrue();
    assertThat(wakes(plugin, waiting, BARE, SSD)).isTrue();
  }

  @Test
  void ignoresNodesThatDoNotMatchAndThoseThatDidBefore() {
    assertThat(wakes(plugin, waiting, null, BARE)).isFalse();
    assertThat(wakes(plugin, waiting, SSD, BARE)).isFalse();
    assertThat(wakes(plugin, waiting, SSD, node("n").label("disk", "ssd").label("a", "b").build()))
        .isFalse();
    assertThat(trial.wakes(plugin, waiting, ClusterAction.UPDATE_NODE_TAINT, BARE, SSD)).isFalse();
  }

  @Test
  void ignoresNodesOutsideTheProfilesOwnAffinity() {
    var enforcing = new NodeSelector(List.of(label("pool", "In", "batch")));
    var strict = new NodeAffinity(new NodeAffinityArgs(enforcing, List.of()), trial.context());
    assertThat(wakes(strict, waiting, null, SSD)).isFalse();
    assertThat(
            wakes(
                strict,
                waiting,
                null,
                node("n").label("disk", "ssd").label("pool", "batch").build()))
        .isTrue();
  }

  @Test
  void wakesWhereUpstreamsHintFails() {
    PodBuilder broken =
        pod("p").nodeSelector("disk", "ssd").requiringNodes(label("a", "Like", "b"));
    assertThat(wakes(plugin, broken, null, SSD)).isTrue();
    assertThat(wakes(plugin, broken, null, BARE)).isFalse();
  }

  private boolean wakes(NodeAffinity asked, PodBuilder pod, @Nullable Node before, Node after) {
    ClusterAction action = before == null ? ClusterAction.ADD : ClusterAction.UPDATE_NODE_LABEL;
    return trial.wakes(asked, pod, action, before, after);
  }

  private static NodeSelectorTerm label(String key, String operator, String value) {
    return new NodeSelectorTerm(
        List.of(new SelectorRequirement(key, operator, List.of(value))), List.of());
  }
}
