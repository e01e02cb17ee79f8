package io.merapi.kube.plugins.interpodaffinity;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.TermBuilder.podsThat;
import static io.merapi.testkit.TermBuilder.podsWith;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.PodAffinityTerm;
import io.merapi.api.workload.Namespace;
import io.merapi.kube.plugins.HintTrial;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import org.junit.jupiter.api.Test;

/** Which changes can help a pod that must be near a cache, or away from one. */
class AffinityHintsTest {

  private static final String ZONE = "topology.kubernetes.io/zone";

  private final InterPodAffinity plugin =
      new InterPodAffinity(InterPodAffinityArgs.DEFAULTS, PluginTrial.trial().context());
  private final HintTrial near = trial(web().near(cacheInZone()));
  private final HintTrial away = trial(web().awayFrom(cacheInZone()));
  private final HintTrial plain = trial(web());

  private HintTrial trial(PodBuilder pod, ClusterObject... others) {
    return new HintTrial(plugin, pod, others);
  }

  private static PodBuilder web() {
    return pod("web").uid("1").label("app", "web");
  }

  private static PodAffinityTerm cacheInZone() {
    return podsWith("app", "cache").in(ZONE).build();
  }

  private static PodBuilder cache() {
    return pod("cache").uid("2").label("app", "cache").on("n");
  }

  private static PodBuilder stranger() {
    return pod("stranger").uid("3").label("app", "db").on("n");
  }

  private static NodeBuilder inZone(String zone) {
    return node("n").label(ZONE, zone);
  }

  @Test
  void podThatItMustBeNearComes() {
    assertThat(near.helpedByNew(cache())).isTrue();
    assertThat(near.helpedByNew(stranger())).isFalse();
    assertThat(away.helpedByNew(cache())).isFalse();
    assertThat(near.helpedByNew(cache().namespace("other"))).isFalse();
  }

  @Test
  void podThatItMustBeAwayFromGoes() {
    assertThat(away.helpedByLossOf(cache())).isTrue();
    assertThat(away.helpedByLossOf(stranger())).isFalse();
    assertThat(near.helpedByLossOf(cache())).isFalse();
  }

  @Test
  void podThatItWasUnwelcomeToGoes() {
    PodBuilder shy = stranger().awayFrom(podsWith("app", "web").in(ZONE).build());

    assertThat(plain.helpedByLossOf(shy)).isTrue();
    assertThat(plain.helpedByLossOf(stranger().awayFrom(cacheInZone()))).isFalse();
  }

  @Test
  void notAPodWithoutANodeUnlessItIsNominated() {
    assertThat(near.helpedByNew(cache().on(""))).isFalse();
    assertThat(away.helpedByLossOf(cache().on("").nominatedTo("n"))).isTrue();
  }

  @Test
  void podBeginsToBeOneThatItMustBeNear() {
    var action = ClusterAction.UPDATE_POD_LABEL;

    assertThat(near.helpedBy(action, stranger(), stranger().label("app", "cache"))).isTrue();
    assertThat(near.helpedBy(action, cache(), cache().label("tier", "x"))).isFalse();
    assertThat(near.helpedBy(action, cache(), cache().label("app", "db"))).isFalse();
  }

  @Test
  void podCeasesToBeOneThatItMustBeAwayFrom() {
    var action = ClusterAction.UPDATE_POD_LABEL;

    assertThat(away.helpedBy(action, cache(), cache().label("app", "db"))).isTrue();
    assertThat(away.helpedBy(action, cache(), cache().label("tier", "x"))).isFalse();
  }

  @Test
  void ownLabels() {
    assertThat(plain.helpedBy(ClusterAction.UPDATE_POD_LABEL, web(), web().label("tier", "x")))
        .isTrue();
  }

  @Test
  void notOtherChangesOfPods() {
    assertThat(
            near.helpedBy(
                ClusterAction.UPDATE_POD_SCALE_DOWN, cache().request("cpu", "1"), cache()))
        .isFalse();
  }

  @Test
  void nodeComes() {
    assertThat(near.helpedByNew(inZone("east"))).isTrue();
    assertThat(near.helpedByNew(node("n"))).isFalse();
    assertThat(away.helpedByNew(inZone("east"))).isTrue();
    assertThat(away.helpedByNew(node("n"))).isTrue();
    assertThat(plain.helpedByNew(inZone("east"))).isFalse();
  }

  @Test
  void nodeJoinsAZone() {
    var action = ClusterAction.UPDATE_NODE_LABEL;

    assertThat(near.helpedBy(action, node("n"), inZone("east"))).isTrue();
    assertThat(near.helpedBy(action, inZone("west"), inZone("east"))).isTrue();
    assertThat(near.helpedBy(action, inZone("east"), node("n"))).isFalse();
    assertThat(near.helpedBy(action, inZone("east"), inZone("east").label("disk", "ssd")))
        .isFalse();
  }

  @Test
  void nodeLeavesAZone() {
    var action = ClusterAction.UPDATE_NODE_LABEL;

    assertThat(away.helpedBy(action, inZone("east"), node("n"))).isTrue();
    assertThat(away.helpedBy(action, inZone("east"), inZone("west"))).isTrue();
    assertThat(away.helpedBy(action, node("n"), inZone("east"))).isFalse();
  }

  @Test
  void notTheLossOfANode() {
    assertThat(away.helpedByLossOf(inZone("east"))).isFalse();
  }

  @Test
  void anythingIfATermCannotBeRead() {
    HintTrial broken = trial(web().near(podsThat("app", "Likes", "cache").build()));

    assertThat(broken.helpedByNew(stranger())).isTrue();
    assertThat(broken.helpedByNew(node("n"))).isTrue();
  }

  /** As upstream has it: only a pod that all terms mean counts. */
  @Test
  void notAPodThatOnlySomeOfTheTermsMean() {
    HintTrial both = trial(web().near(cacheInZone()).near(podsWith("tier", "x").build()));

    assertThat(both.helpedByNew(cache())).isFalse();
    assertThat(both.helpedByNew(cache().label("tier", "x"))).isTrue();
  }

  /** As upstream has it: namespaces that a term selects by label are not looked up. */
  @Test
  void notAPodOfANamespaceThatIsSelectedByLabel() {
    var namespace =
        new Namespace(ObjectMeta.named("", "other").withLabels(Labels.of("team", "data")));
    HintTrial selecting =
        trial(
            web().near(podsWith("app", "cache").namespacesWith("team", "data").build()), namespace);

    assertThat(selecting.helpedByNew(cache().namespace("other"))).isFalse();
  }
}
