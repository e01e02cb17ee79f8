package io.merapi.kube.plugins.podtopologyspread;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.kube.plugins.HintTrial;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import org.junit.jupiter.api.Test;

/** Which changes can help a pod that is spread over zones together with pods of its app. */
class SpreadHintsTest {

  private static final String ZONE = "topology.kubernetes.io/zone";

  private final PodTopologySpread plugin =
      new PodTopologySpread(PodTopologySpreadArgs.DEFAULTS, PluginTrial.trial().context());
  private final HintTrial trial = new HintTrial(plugin, web());

  private static PodBuilder web() {
    return pod("web").uid("1").spread(spreadOver(ZONE).with("app", "web").build());
  }

  private static PodBuilder peer() {
    return pod("peer").uid("2").label("app", "web").on("n");
  }

  private static PodBuilder stranger() {
    return pod("stranger").uid("3").label("app", "db").on("n");
  }

  private static NodeBuilder inZone(String zone) {
    return node("n").label(ZONE, zone);
  }

  @Test
  void podThatCounts() {
    assertThat(trial.helpedByNew(peer())).isTrue();
    assertThat(trial.helpedByLossOf(peer())).isTrue();
  }

  @Test
  void notAPodThatDoesNotCount() {
    assertThat(trial.helpedByNew(stranger())).isFalse();
    assertThat(trial.helpedByLossOf(stranger())).isFalse();
  }

  @Test
  void notAPodOfAnotherNamespace() {
    assertThat(trial.helpedByNew(peer().namespace("other"))).isFalse();
    assertThat(trial.helpedByLossOf(peer().namespace("other"))).isFalse();
  }

  @Test
  void notAPodWithoutANodeUnlessItIsNominated() {
    assertThat(trial.helpedByNew(peer().on(""))).isFalse();
    assertThat(trial.helpedByLossOf(peer().on("").nominatedTo("n"))).isTrue();
  }

  @Test
  void podThatBeginsOrCeasesToCount() {
    var action = ClusterAction.UPDATE_POD_LABEL;

    assertThat(trial.helpedBy(action, stranger(), stranger().label("app", "web"))).isTrue();
    assertThat(trial.helpedBy(action, peer(), peer().label("app", "db"))).isTrue();
    assertThat(trial.helpedBy(action, peer(), peer().label("tier", "x"))).isFalse();
  }

  @Test
  void ownLabelsThatChangeWhetherItCountsItself() {
    var action = ClusterAction.UPDATE_POD_LABEL;

    assertThat(trial.helpedBy(action, web(), web().label("app", "web"))).isTrue();
    assertThat(trial.helpedBy(action, web(), web().label("tier", "x"))).isFalse();
  }

  @Test
  void ownTolerationWhereTaintsCount() {
    PodBuilder honoring =
        pod("web")
            .uid("1")
            .spread(spreadOver(ZONE).with("app", "web").nodeTaintsPolicy("Honor").build());
    var action = ClusterAction.UPDATE_POD_TOLERATION;

    assertThat(new HintTrial(plugin, honoring).helpedBy(action, web(), web().tolerating("gpu")))
        .isTrue();
    assertThat(trial.helpedBy(action, web(), web().tolerating("gpu"))).isFalse();
    assertThat(new HintTrial(plugin, honoring).helpedBy(action, peer(), peer().tolerating("gpu")))
        .isFalse();
  }

  @Test
  void nodeOfAZone() {
    assertThat(trial.helpedByNew(inZone("east"))).isTrue();
    assertThat(trial.helpedByLossOf(inZone("east"))).isTrue();
  }

  @Test
  void notANodeOfNoZone() {
    assertThat(trial.helpedByNew(node("n"))).isFalse();
    assertThat(trial.helpedByLossOf(node("n"))).isFalse();
  }

  @Test
  void nodeThatChangesItsZone() {
    var action = ClusterAction.UPDATE_NODE_LABEL;

    assertThat(trial.helpedBy(action, inZone("east"), inZone("west"))).isTrue();
    assertThat(trial.helpedBy(action, node("n"), inZone("west"))).isTrue();
    assertThat(trial.helpedBy(action, inZone("east"), node("n"))).isTrue();
    assertThat(trial.helpedBy(action, inZone("east"), inZone("east").label("disk", "ssd")))
        .isFalse();
    assertThat(trial.helpedBy(action, node("n"), node("n").label("disk", "ssd"))).isFalse();
  }

  @Test
  void nodeOfAZoneThatChangesItsTaints() {
    var action = ClusterAction.UPDATE_NODE_TAINT;

    assertThat(
            trial.helpedBy(action, inZone("east").taint("gpu", "", "NoSchedule"), inZone("east")))
        .isTrue();
    assertThat(trial.helpedBy(action, node("n").taint("gpu", "", "NoSchedule"), node("n")))
        .isFalse();
  }

  @Test
  void notWhatTheNodeCanHold() {
    assertThat(
            trial.helpedBy(
                ClusterAction.UPDATE_NODE_ALLOCATABLE,
                inZone("east"),
                inZone("east").allocatable("cpu", "4")))
        .isFalse();
  }

  @Test
  void anythingIfTheConstraintCannotBeRead() {
    PodBuilder broken =
        pod("web").uid("1").spread(spreadOver(ZONE).withPods("app", "Likes", "web").build());

    assertThat(new HintTrial(plugin, broken).helpedByNew(stranger())).isTrue();
    assertThat(new HintTrial(plugin, broken).helpedByNew(node("n"))).isTrue();
  }
}
