package io.merapi.kube.plugins.podtopologyspread;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.framework.ScoreException;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.workload.ReplicaSet;
import io.merapi.api.workload.ReplicationController;
import io.merapi.api.workload.Service;
import io.merapi.api.workload.StatefulSet;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.kube.plugins.podtopologyspread.PodTopologySpreadArgs.Defaulting;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpreadScoreTest {

  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";

  private final PluginTrial trial =
      trial().with(inZone("a", "east"), inZone("b", "east"), inZone("c", "west"));

  private final PodTopologySpread plugin = plugin(PodTopologySpreadArgs.DEFAULTS);

  private PodTopologySpread plugin(PodTopologySpreadArgs args) {
    return new PodTopologySpread(args, trial.context());
  }

  private static Node inZone(String name, String zone) {
    return node(name).label(HOST, name).label(ZONE, zone).build();
  }

  private static PodBuilder web(String name) {
    return pod(name).label("app", "web");
  }

  private static ObjectMeta named(String name) {
    return ObjectMeta.named("default", name);
  }

  private static LabelSelector selector(String... keysAndValues) {
    return new LabelSelector(Labels.of(keysAndValues), List.of());
  }

  private static Pod soft(String topologyKey, int maxSkew) {
    return web("new")
        .spread(spreadOver(topologyKey).soft().maxSkew(maxSkew).with("app", "web").build())
        .build();
  }

  /** The example of docs/plugins/kube/PodTopologySpread.md. */
  @Test
  void fewerPodsInTheDomainScoreMore() {
    trial.with(web("1").on("a").build(), web("2").on("a").build(), web("3").on("c").build());
    var attempt = trial.attempt(plugin, soft(ZONE, 1));
    assertThat(attempt.preScore().isSuccess()).isTrue();
    // ln(2 zones + 2) = 1.386; 2 pods in east, 1 in west.
    assertThat(attempt.rawScores()).isEqualTo(Map.of("a", 3L, "b", 3L, "c", 1L));
    assertThat(attempt.finalScores()).isEqualTo(Map.of("a", 33L, "b", 33L, "c", 100L));
  }

  @Test
  void toleratedSkewWatersDifferencesDown() {
    trial.with(web("1").on("a").build(), web("2").on("a").build(), web("3").on("c").build());
    var attempt = trial.attempt(plugin, soft(ZONE, 5));
    attempt.preScore();
    assertThat(attempt.rawScores()).isEqualTo(Map.of("a", 7L, "b", 7L, "c", 5L));
    assertThat(attempt.finalScores()).isEqualTo(Map.of("a", 71L, "b", 71L, "c", 100L));
  }

  @Test
  void hostsAreCountedOneByOne() {
    trial.with(web("1").on("a").build());
    var attempt = trial.attempt(plugin, soft(HOST, 1));
    attempt.preScore();
    // ln(3 nodes + 2) = 1.609.
    assertThat(attempt.rawScores()).isEqualTo(Map.of("a", 2L, "b", 0L, "c", 0L));
  }

  @Test
  void allScoreFullMarksWhereNothingIsThere() {
    var attempt = trial.attempt(plugin, soft(ZONE, 1));
    attempt.preScore();
    assertThat(attempt.finalScores()).isEqualTo(Map.of("a", 100L, "b", 100L, "c", 100L));
  }

  @Test
  void nodeWithoutTheLabelScoresNothing() {
    trial.with(node("d").label(HOST, "d").build(), web("1").on("a").build());
    var attempt = trial.attempt(plugin, soft(ZONE, 1));
    attempt.preScore();
    assertThat(attempt.finalScores()).containsEntry("d", 0L).containsEntry("c", 100L);
  }

  @Test
  void podOfAServiceIsSpreadByDefault() {
    trial.with(new Service(named("web"), Labels.of("app", "web")), web("1").on("a").build());
    var attempt = trial.attempt(plugin, web("new").build());
    assertThat(attempt.preScore().isSuccess()).isTrue();
    // On a: 1 x ln(5) + 2 for its host, 1 x ln(4) + 4 for its zone.
    assertThat(attempt.rawScores()).isEqualTo(Map.of("a", 9L, "b", 7L, "c", 6L));
  }

  @Test
  void systemDefaultsScoreNodesWithoutAZoneByTheirHostAlone() {
    trial.with(
        node("d").label(HOST, "d").build(),
        new Service(named("web"), Labels.of("app", "web")),
        web("1").on("a").build());
    var attempt = trial.attempt(plugin, web("new").build());
    attempt.preScore();
    assertThat(attempt.score("d")).isEqualTo(2);
    assertThat(attempt.finalScores()).containsEntry("d", 100L);
  }

  @Test
  void everyKindOfOwnerGivesItsSelector() {
    trial.with(
        new ReplicationController(named("rc"), Labels.of("app", "web")),
        new ReplicaSet(named("rs"), selector("app", "web")),
        new StatefulSet(named("ss"), selector("app", "web")));
    for (Pod pod :
        List.of(
            web("1").controller("v1", "ReplicationController", "rc").build(),
            web("2").controller("apps/v1", "ReplicaSet", "rs").build(),
            web("3").controller("apps/v1", "StatefulSet", "ss").build())) {
      assertThat(trial.attempt(plugin, pod).preScore().isSuccess()).as(pod.name()).isTrue();
    }
  }

  @Test
  void ownersAndServicesMustAgreeOnAPod() {
    trial.with(
        new Service(named("web"), Labels.of("app", "web")),
        new ReplicaSet(named("rs"), selector("version", "2")),
        web("1").label("version", "1").on("a").build(),
        web("2").label("version", "2").on("c").build());
    Pod next = web("new").label("version", "2").controller("apps/v1", "ReplicaSet", "rs").build();
    var attempt = trial.attempt(plugin, next);
    attempt.preScore();
    assertThat(attempt.score("a")).isLessThan(attempt.score("c"));
  }

  @Test
  void podThatBelongsToNothingIsNotSpread() {
    trial.with(
        new Service(named("db"), Labels.of("app", "db")),
        new Service(named("none"), null),
        new ReplicaSet(named("rs"), null));
    assertThat(trial.attempt(plugin, web("1").build()).preScore().isSkip()).isTrue();
    Pod unknownOwner = web("2").controller("apps/v1", "ReplicaSet", "gone").build();
    assertThat(trial.attempt(plugin, unknownOwner).preScore().isSkip()).isTrue();
    Pod ownedBySelectorless = web("3").controller("apps/v1", "ReplicaSet", "rs").build();
    assertThat(trial.attempt(plugin, ownedBySelectorless).preScore().isSkip()).isTrue();
  }

  @Test
  void listedDefaultsTakeThePlaceOfTheSystems() {
    var args = new PodTopologySpreadArgs(List.of(spreadOver(ZONE).build()), Defaulting.LIST);
    PodTopologySpread listed = plugin(args);
    trial.with(new Service(named("web"), Labels.of("app", "web")), web("1").on("a").build());
    var attempt = trial.attempt(listed, web("new").build());
    assertThat(attempt.fitting()).containsExactly("c");
    assertThat(attempt.preScore().isSkip()).isTrue();
    Pod own = soft(HOST, 1);
    assertThat(trial.attempt(listed, own).skipped()).isTrue();
  }

  @Test
  void scoreWithoutItsPreScoreFails() {
    var attempt = trial.unprepared(plugin, soft(ZONE, 1));
    assertThatThrownBy(() -> attempt.score("a"))
        .isInstanceOf(ScoreException.class)
        .hasMessage("error reading \"PreScorePodTopologySpread\" from cycleState: not found");
  }
}
