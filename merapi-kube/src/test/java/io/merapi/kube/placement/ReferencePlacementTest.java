package io.merapi.kube.placement;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.ProfileFixture;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.TestPlugins;
import io.merapi.kube.framework.TestPlugins.Filter;
import io.merapi.kube.framework.TestPlugins.Only;
import io.merapi.kube.framework.TestPlugins.PreFilter;
import io.merapi.kube.framework.TestPlugins.PreScore;
import io.merapi.kube.framework.TestPlugins.Score;
import io.merapi.kube.placement.PlacementOutcome.Placed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReferencePlacementTest {

  private static final Score EQUAL = new Score("equal", Map.of());

  private final ProfileFixture fixture =
      new ProfileFixture(node("a").build(), node("b").build(), node("c").build());
  private final NodeRotation rotation = new NodeRotation();

  @Test
  void takesTheNodeWithTheHighestTotal() {
    Placed placed =
        placed(
            Filter.rejecting("strict", "no", "c"),
            new Score("x", Map.of("a", 10L, "b", 20L, "c", 90L)),
            new Score("y", Map.of("a", 5L)));

    assertThat(placed.node()).isEqualTo("b");
    assertThat(placed.best()).containsExactly("b");
    assertThat(placed.evaluatedNodes()).isEqualTo(3);
    assertThat(placed.feasibleNodes()).isEqualTo(2);
  }

  @Test
  void choosesAmongEqualsByTheSeedAlone() {
    SchedulingProfile profile = fixture.profile(Filter.accepting("all"), EQUAL);
    var chosen = new ArrayList<String>();
    for (long seed = 0; seed < 30; seed++) {
      Placed once = placed(place(profile, pod("p" + seed).build(), seed));
      Placed again = placed(place(profile, pod("q" + seed).build(), seed));
      assertThat(again.node()).isEqualTo(once.node());
      assertThat(once.best()).containsExactly("a", "b", "c");
      chosen.add(once.node());
    }
    assertThat(chosen).contains("a", "b", "c");
  }

  @Test
  void doesNotScoreWhereOnlyOneNodeFits() {
    Placed placed =
        placed(
            Filter.rejecting("strict", "no", "a", "b"),
            new PreScore("broken", Verdict.error("never asked")));

    assertThat(placed.node()).isEqualTo("c");
    assertThat(placed.scores()).isNull();
  }

  @Test
  void stopsAtTheFirstNodeThatFitsWithoutScores() {
    Placed placed = placed(Filter.rejecting("strict", "no", "a"));

    assertThat(placed.node()).isEqualTo("b");
    assertThat(placed.evaluatedNodes()).isEqualTo(2);
  }

  @Test
  void beginsWhereTheLastSearchEnded() {
    SchedulingProfile profile = fixture.profile(Filter.rejecting("strict", "no", "a"));
    var taken = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      taken.add(placed(place(profile, pod("p" + i).build(), 0)).node());
    }

    assertThat(taken).containsExactly("b", "c", "b", "c", "b");
  }

  @Test
  void looksAtNoMoreNodesThanTheSampleNeeds() {
    for (int i = 0; i < 400; i++) {
      fixture.add(node("n" + i).build());
    }
    SchedulingProfile profile = fixture.profile(Filter.accepting("all"), EQUAL);
    var placement =
        new ReferencePlacement(
            profile, NodeSampling.of(null, 30, false), rotation, new TieBreak(0));
    PodInfo pod = fixture.pod(pod("p").build());

    Placed placed =
        placed(placement.place(profile.attempt(pod, fixture.cluster()), Nominations.NONE));

    assertThat(placed.feasibleNodes()).isEqualTo(120);
    assertThat(rotation.start()).isEqualTo(120);
  }

  @Test
  void triesTheNominatedNodeFirstAndAlone() {
    SchedulingProfile profile =
        fixture.profile(
            Only.nodes("elsewhere", "a"),
            Filter.accepting("all"),
            new Score("x", Map.of("a", 100L)));

    Placed placed = placed(place(profile, pod("p").nominatedTo("b").build(), 0));

    assertThat(placed.node()).isEqualTo("b");
    assertThat(placed.evaluatedNodes()).isEqualTo(1);
    assertThat(placed.feasibleNodes()).isEqualTo(1);
    assertThat(rotation.start()).isZero();
  }

  @Test
  void looksElsewhereWhereTheNominatedNodeNoLongerFits() {
    SchedulingProfile profile =
        fixture.profile(Filter.rejecting("strict", "no", "b"), new Score("x", Map.of("c", 1L)));

    assertThat(placed(place(profile, pod("p").nominatedTo("b").build(), 0)).node()).isEqualTo("c");
    assertThat(placed(place(profile, pod("q").nominatedTo("gone").build(), 0)).node())
        .isEqualTo("c");
  }

  @Test
  void givesWayToPodsNominatedToANode() {
    SchedulingProfile profile =
        fixture.profile(
            new Filter(
                "single",
                node -> node.pods().isEmpty() ? Verdict.success() : TestPlugins.no("taken")),
            EQUAL);
    PodInfo nominee = fixture.pod(pod("nominee").nominatedTo("a").build());
    PodInfo pod = fixture.pod(pod("p").build());
    Nominations nominations = Nominations.of(Map.of("a", List.of(nominee)));

    Placed placed =
        placed(placement(profile, 0).place(profile.attempt(pod, fixture.cluster()), nominations));

    assertThat(placed.best()).containsExactly("b", "c");
  }

  @Test
  void saysWhyNoNodeFits() {
    PlacementOutcome outcome =
        place(
            fixture.profile(
                Only.nodes("only", "a", "b"), Filter.rejecting("full", "Too many pods", "a", "b")),
            pod("p").build(),
            0);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            PlacementOutcome.Unfit.class,
            unfit -> {
              assertThat(unfit.error().message(""))
                  .isEqualTo(
                      "0/3 nodes are available: 1 node(s) didn't satisfy plugin(s) [only], 2 Too"
                          + " many pods.");
              Diagnosis diagnosis = unfit.error().diagnosis();
              assertThat(diagnosis.unschedulablePlugins()).containsExactly("full", "only");
              assertThat(fixture.cluster().nodes())
                  .extracting(diagnosis::of)
                  .startsWith(TestPlugins.no("Too many pods"), TestPlugins.no("Too many pods"))
                  .hasSize(3)
                  .last()
                  .isNotEqualTo(TestPlugins.no("Too many pods"));
              assertThat(diagnosis.whereEvictionHelps(fixture.cluster()))
                  .extracting(NodeInfo::name)
                  .containsExactly("a", "b");
            });
  }

  @Test
  void saysWhyThePodIsNotTriedAtAll() {
    PlacementOutcome outcome =
        place(
            fixture.profile(
                new PreFilter("early", PreFilterResult.of(TestPlugins.never("no such claim")))),
            pod("p").build(),
            0);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            PlacementOutcome.Unfit.class,
            unfit ->
                assertThat(unfit.error().message(""))
                    .isEqualTo("0/3 nodes are available: no such claim."));
  }

  @Test
  void failsWithThePluginThatFails() {
    assertThat(outcome(new Filter("x", _ -> Verdict.error("broken"))))
        .isEqualTo(new PlacementOutcome.Failed("running \"x\" filter plugin: broken"));
    assertThat(outcome(new PreFilter("x", PreFilterResult.of(Verdict.error("broken")))))
        .isEqualTo(new PlacementOutcome.Failed("running PreFilter plugin \"x\": broken"));
    assertThat(outcome(new PreScore("x", Verdict.error("broken"))))
        .isEqualTo(new PlacementOutcome.Failed("running PreScore plugin \"x\": broken"));
    assertThat(outcome(new Score("x", Map.of("a", 101L))))
        .isInstanceOfSatisfying(
            PlacementOutcome.Failed.class,
            failed -> assertThat(failed.message()).contains("invalid score 101"));
  }

  @Test
  void saysThatThereAreNoNodes() {
    var empty = new ProfileFixture();
    SchedulingProfile profile = empty.profile(EQUAL);

    assertThat(
            placement(profile, 0)
                .place(
                    profile.attempt(empty.pod(pod("p").build()), empty.cluster()),
                    Nominations.NONE))
        .isEqualTo(new PlacementOutcome.NoNodes());
  }

  private Placed placed(Plugin... plugins) {
    return placed(outcome(plugins));
  }

  private static Placed placed(PlacementOutcome outcome) {
    assertThat(outcome).isInstanceOf(Placed.class);
    return (Placed) outcome;
  }

  private PlacementOutcome outcome(Plugin... plugins) {
    return place(fixture.profile(plugins), pod("p").build(), 0);
  }

  private PlacementOutcome place(SchedulingProfile profile, Pod pod, long seed) {
    return placement(profile, seed)
        .place(profile.attempt(fixture.pod(pod), fixture.cluster()), Nominations.NONE);
  }

  private Placement placement(SchedulingProfile profile, long seed) {
    return new ReferencePlacement(profile, NodeSampling.ALL_NODES, rotation, new TieBreak(seed));
  }
}
