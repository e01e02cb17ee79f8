package io.merapi.kube.plugins.noderesourcesfit;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeResourcesFitHintsTest {

  private static final String GPU = "example.com/gpu";

  private final PluginTrial trial = trial();
  private final NodeResourcesFit plugin = plugin(trial);
  private final PodBuilder waiting = pod("p").uid("1").request("cpu", "2").request(GPU, "1");

  @Test
  void wakesWhenAnyPodLeavesANode() {
    assertThat(wakesWithout(pod("gone").on("n").build())).isTrue();
    assertThat(wakesWithout(pod("gone").nominatedTo("n").build())).isTrue();
    assertThat(wakesWithout(pod("gone").build())).isFalse();
  }

  @Test
  void wakesWhenAPodOnANodeShrinksInWhatItAsksFor() {
    assertThat(wakesShrunk(waiting, placed("cpu", "2"), placed("cpu", "1"))).isTrue();
    assertThat(wakesShrunk(waiting, placed(GPU, "2"), placed(GPU, "1"))).isTrue();
  }

  @Test
  void ignoresPodsThatShrinkInOtherResourcesOrHaveNoNode() {
    assertThat(wakesShrunk(waiting, placed("memory", "2"), placed("memory", "1"))).isFalse();
    assertThat(wakesShrunk(waiting, placed("cpu", "1"), placed("cpu", "2"))).isFalse();
    assertThat(
            wakesShrunk(
                waiting,
                pod("q").uid("2").request("cpu", "2").build(),
                pod("q").uid("2").request("cpu", "1").build()))
        .isFalse();
  }

  @Test
  void wakesWhenThePodItselfShrinks() {
    assertThat(wakesShrunk(waiting, waiting.build(), pod("p").uid("1").build())).isTrue();
  }

  @Test
  void podsDoNotShrinkWithoutTheFeature() {
    var rules = new PodRequests.Rules(true, false, false);
    assertThat(new FitHints(rules, true, new ResourceDictionary()).registrations().getFirst())
        .satisfies(pods -> {
          assertThat(pods.kind()).isEqualTo(ObjectKind.POD);
          assertThat(pods.actions()).containsExactly(ClusterAction.DELETE);
        });
  }

  @Test
  void wakesForANodeThatTakesThePodWhenEmpty() {
    assertThat(wakesFrom(null, machine("2", "1"))).isTrue();
    assertThat(wakesFrom(null, machine("1", "1"))).isFalse();
    assertThat(wakesFrom(null, machine("2", "0"))).isFalse();
  }

  @Test
  void wakesForANodeThatHasMoreOfWhatItAsksFor() {
    assertThat(wakesFrom(machine("2", "1"), machine("3", "1"))).isTrue();
    assertThat(wakesFrom(machine("2", "1"), machine("2", "2"))).isTrue();
    assertThat(wakesFrom(machine("2", "1"), machine("2", "1").allocatable("pods", "11"))).isTrue();
  }

  @Test
  void ignoresNodesThatHaveMoreOfOtherResourcesOrStillTooLittle() {
    assertThat(wakesFrom(machine("2", "1"), machine("2", "1").allocatable("memory", "1Gi")))
        .isFalse();
    assertThat(wakesFrom(machine("3", "1"), machine("2", "1"))).isFalse();
    assertThat(wakesFrom(machine("1", "1"), machine("1", "2"))).isFalse();
    Node node = machine("2", "1").build();
    assertThat(trial.wakes(plugin, waiting, ClusterAction.UPDATE_NODE_LABEL, node, node)).isFalse();
  }

  @Test
  void nodeWithoutAResourceThatADeviceClassServesMayDo() {
    trial.with(deviceClass("gpu", GPU));
    assertThat(wakesFrom(null, machine("2", "0"))).isTrue();
    assertThat(wakesFrom(machine("2", "0"), machine("2", "0"))).isTrue();
  }

  @Test
  void wakesForADeviceClassThatServesItsResource() {
    assertThat(wakesFor(waiting, null, deviceClass("any", GPU))).isTrue();
    assertThat(wakesFor(waiting, deviceClass("any", null), deviceClass("any", GPU))).isTrue();
    PodBuilder implicit = pod("p").request("deviceclass.resource.kubernetes.io/gpu", "1");
    assertThat(wakesFor(implicit, null, deviceClass("gpu", null))).isTrue();
  }

  @Test
  void ignoresDeviceClassesOfOtherResourcesAndThoseThatStayTheSame() {
    assertThat(wakesFor(waiting, null, deviceClass("any", "example.com/nic"))).isFalse();
    assertThat(wakesFor(waiting, null, deviceClass("any", null))).isFalse();
    assertThat(wakesFor(waiting, deviceClass("any", GPU), deviceClass("any", GPU))).isFalse();
    PodBuilder implicit = pod("p").request("deviceclass.resource.kubernetes.io/gpu", "1");
    assertThat(wakesFor(implicit, deviceClass("gpu", null), deviceClass("gpu", GPU))).isFalse();
  }

  private boolean wakesWithout(Pod gone) {
    return trial.wakes(plugin, waiting, ClusterAction.DELETE, gone, null);
  }

  private boolean wakesShrunk(PodBuilder pod, Pod before, Pod after) {
    return trial.wakes(plugin, pod, ClusterAction.UPDATE_POD_SCALE_DOWN, before, after);
  }

  private boolean wakesFrom(@Nullable NodeBuilder before, NodeBuilder after) {
    return before == null
        ? trial.wakes(plugin, waiting, ClusterAction.ADD, null, after.build())
        : trial.wakes(
            plugin, waiting, ClusterAction.UPDATE_NODE_ALLOCATABLE, before.build(), after.build());
  }

  private boolean wakesFor(PodBuilder pod, @Nullable DeviceClass before, DeviceClass after) {
    ClusterAction action = before == null ? ClusterAction.ADD : ClusterAction.UPDATE_OBJECT;
    return trial.wakes(plugin, pod, action, before, after);
  }

  private static NodeResourcesFit plugin(PluginTrial trial) {
    return new NodeResourcesFit(NodeResourcesFitArgs.DEFAULTS, trial.context());
  }

  private static Pod placed(String resource, String quantity) {
    return pod("q").uid("2").request(resource, quantity).on("n").build();
  }

  private static NodeBuilder machine(String cpu, String gpus) {
    return node("n").allocatable("cpu", cpu).allocatable(GPU, gpus).allocatable("pods", "10");
  }

  private static DeviceClass deviceClass(String name, @Nullable String resource) {
    return new DeviceClass(ObjectMeta.named("", name), List.of(), resource);
  }
}
