package io.merapi.batch.plugins.nodeorder;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static io.merapi.testkit.TermBuilder.podsThat;
import static io.merapi.testkit.TermBuilder.podsWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.session.extension.BatchNodeOrder.CountedPart;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeOrderPluginTest {

  private static final String ZONE = "topology.kubernetes.io/zone";

  @Test
  void leastRequestedPrefersTheEmptierNode() {
    // Left beside the task: 4 and 7 of 8 cpus, and 60 and 80 % of the memory, of which a pod that
    // states none counts for 200 MiB.
    assertThat(stage(weights(0, 0, 1, 0, 0, 0, 0, 0)).scores("new")).containsExactly(55, 83);
    assertThat(stage(weights(0, 0, 2, 0, 0, 0, 0, 0)).scores("new")).containsExactly(110, 166);
  }

  @Test
  void mostRequestedPrefersTheFullerNode() {
    double[] scores = stage(weights(0, 0, 0, 3, 0, 0, 0, 0)).scores("new");
    assertThat(scores[0]).isGreaterThan(scores[1]);
  }

  @Test
  void balancedResourcePrefersNodesWhereResourcesRunOutTogether() {
    double[] scores = stage(weights(0, 0, 0, 0, 1, 0, 0, 0)).scores("new");
    assertThat(scores[0]).isNotEqualTo(scores[1]);
  }

  @Test
  void nodeAffinityHeedsThePreferencesOfThePod() {
    var ssd =
        new NodeSelectorTerm(
            List.of(new SelectorRequirement("disk", "In", List.of("ssd"))), List.of());
    var stage =
        new NodeOrderStage(
            weights(2, 0, 0, 0, 0, 0, 0, 0),
            machine("n1", "a").label("disk", "ssd").build(),
            machine("n2", "b").build(),
            World.pending("new", "job").preferringNodes(5, ssd).build());
    assertThat(stage.scores("new")).containsExactly(200, 0);
  }

  @Test
  void podAffinityHeedsPreferencesOnBothSides() {
    assertThat(
            stage(
                    weights(0, 2, 0, 0, 0, 0, 0, 0),
                    World.pending("shy", "job")
                        .ratherAwayFrom(1, podsWith("app", "web").in(ZONE).build())
                        .build())
                .scores("shy"))
        .containsExactly(0, 200);
  }

  @Test
  void requiredAffinityOfOtherPodsDoesNotCountUnlikeInKubeScheduler() {
    var stage =
        new NodeOrderStage(
            weights(0, 2, 0, 0, 0, 0, 0, 0),
            machine("n1", "a").build(),
            machine("n2", "b").build(),
            World.running("clingy", "job", "n1")
                .near(podsWith("app", "web").in(ZONE).build())
                .build(),
            World.pending("new", "job").label("app", "web").build());
    assertThat(stage.scores("new")).containsExactly(0, 0);
  }

  @Test
  void taintTolerationPrefersNodesWithoutTaintsThatThePodMinds() {
    var stage =
        new NodeOrderStage(
            weights(0, 0, 0, 0, 0, 3, 0, 0),
            machine("n1", "a").taint("soft", "", "PreferNoSchedule").build(),
            machine("n2", "b").build(),
            World.pending("new", "job").build());
    assertThat(stage.scores("new")).containsExactly(0, 300);
  }

  @Test
  void podTopologySpreadPrefersTheEmptierZone() {
    double[] scores =
        stage(
                weights(0, 0, 0, 0, 0, 0, 0, 2),
                World.pending("spread", "job")
                    .label("app", "web")
                    .spread(spreadOver(ZONE).soft().with("app", "web").build())
                    .build())
            .scores("spread");
    assertThat(scores).containsExactly(0, 200);
  }

  @Test
  void aNegativeWeightTurnsAPreferenceAround() {
    assertThat(stage(weights(0, 0, -1, 0, 0, 0, 0, 0)).scores("new")).containsExactly(-55, -83);
  }

  @Test
  void scoresAddUp() {
    double[] least = stage(weights(0, 0, 1, 0, 0, 0, 0, 0)).scores("new");
    double[] most = stage(weights(0, 0, 0, 1, 0, 0, 0, 0)).scores("new");
    double[] both = stage(weights(0, 0, 1, 1, 0, 0, 0, 0)).scores("new");
    assertThat(both).containsExactly(least[0] + most[0], least[1] + most[1]);
  }

  @Test
  void whatIsScoredFollowsTheSessionOnlyWhileThePredicatesPluginTellsOfIt() {
    NodeOrderStage stage = stage(weights(0, 0, 1, 0, 0, 0, 0, 0));
    double[] before = stage.scores("new");
    stage.session().statement().allocate(stage.task("other"), stage.session().nodes().getLast());
    assertThat(stage.scores("new")).isEqualTo(before);

    stage.session().cluster().add(stage.task("other").info(), 1);
    assertThat(stage.scores("new")[1]).isLessThan(before[1]);
  }

  @Test
  void aPodWhoseAffinityCannotBeReadHasNoScores() {
    NodeOrderStage stage =
        stage(
            weights(0, 1, 0, 0, 0, 0, 0, 0),
            World.pending("odd", "job")
                .ratherNear(1, podsThat("app", "Like", "web").in(ZONE).build())
                .build());
    assertThatThrownBy(() -> stage.scores("odd"))
        .isInstanceOf(ScoreException.class)
        .hasMessageStartingWith("failed to parse pod:");
  }

  @Test
  void scoresAreHandedOutInPartsWithThoseThatCountMarked() {
    NodeOrderStage plain = stage(NodeOrderArgs.DEFAULTS);
    assertThat(countedParts(plain, "new")).isZero();
    NodeOrderStage shy =
        stage(
            NodeOrderArgs.DEFAULTS,
            World.pending("shy", "job")
                .ratherAwayFrom(1, podsWith("app", "web").in(ZONE).build())
                .build());
    assertThat(countedParts(shy, "shy")).isEqualTo(1);
  }

  @Test
  void aWishForPodsOfWhichThereAreNoneYetGoesByCountsToo() {
    NodeOrderStage stage =
        stage(
            NodeOrderArgs.DEFAULTS,
            World.pending("fond", "job")
                .ratherNear(1, podsWith("app", "not-yet").in(ZONE).build())
                .build());
    assertThat(countedParts(stage, "fond")).isEqualTo(1);
  }

  private static long countedParts(NodeOrderStage stage, String task) {
    return stage.plugin().scoreParts(stage.task(task)).orElseThrow().stream()
        .filter(CountedPart.class::isInstance)
        .count();
  }

  @Test
  void imagesAreWorthTheirSizeTimesTheShareOfNodesThatHoldThem() {
    var stage =
        new NodeOrderStage(
            weights(0, 0, 0, 0, 0, 0, 2, 0),
            node("n1").image(1000 * MIB, "app:v1").build(),
            node("n2").build(),
            World.pending("new", "job").image("app:v1").build());
    // 500 of at most 1000 MiB, of which the first 23 do not count: 48 of 100, twice.
    assertThat(stage.imageScores("new")).containsExactly(96, 0);
    assertThat(stage.plugin().nodeOrderDependence(stage.task("new"))).isEqualTo(Dependence.NODES);
  }

  @Test
  void aNodeCountsOnlyTheHoldersThatItFoundWhenItCameUntilItIsHeardOfAgain() {
    var stage =
        new NodeOrderStage(
            weights(0, 0, 0, 0, 0, 0, 1, 0),
            node("n1").image(1000 * MIB, "app:v1").build(),
            node("n2").image(1000 * MIB, "app:v1").build(),
            World.pending("new", "job").image("app:v1").build());
    assertThat(stage.imageScores("new")).containsExactly(48, 100);

    stage.world().with(node("n1").resourceVersion("2").image(1000 * MIB, "app:v1").build());
    stage.open();
    assertThat(stage.imageScores("new")).containsExactly(100, 100);
  }

  @Test
  void withoutAWeightImagesDoNotCount() {
    NodeOrderStage stage = stage(weights(1, 1, 1, 1, 1, 1, 0, 1));
    assertThat(stage.imageScores("new")).containsOnly(0);
    assertThat(stage.plugin().nodeOrderDependence(stage.task("new"))).isEqualTo(Dependence.NODE);
  }

  private static final long MIB = 1024 * 1024;

  private static NodeOrderArgs weights(
      long nodeAffinity,
      long podAffinity,
      long leastRequested,
      long mostRequested,
      long balanced,
      long taints,
      long images,
      long spread) {
    return new NodeOrderArgs(
        nodeAffinity, podAffinity, leastRequested, mostRequested, balanced, taints, images, spread);
  }

  /** Two nodes, of which the first runs a pod with three cpus, and a pod that wants one. */
  private static NodeOrderStage stage(NodeOrderArgs args, ClusterObject... more) {
    var stage =
        new NodeOrderStage(
            args,
            machine("n1", "a").build(),
            machine("n2", "b").build(),
            running().build(),
            World.pending("new", "job").build(),
            World.pending("other", "job").build());
    stage.world().with(more);
    return stage;
  }

  private static PodBuilder running() {
    return World.running("web", "job", "n1").label("app", "web").request("cpu", "3");
  }

  private static NodeBuilder machine(String name, String zone) {
    return node(name)
        .allocatable("cpu", "8")
        .allocatable("memory", "1Gi")
        .allocatable("pods", "10")
        .label("kubernetes.io/hostname", name)
        .label(ZONE, zone);
  }
}
