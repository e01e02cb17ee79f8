package io.merapi.kube.placement;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.Pod;
import io.merapi.kube.extenders.Extenders;
import io.merapi.kube.extenders.SchedulerExtender;
import io.merapi.kube.extenders.TestExtender;
import io.merapi.kube.framework.Nominations;
import io.merapi.kube.framework.ProfileFixture;
import io.merapi.kube.framework.SchedulingProfile;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.framework.TestPlugins.Filter;
import io.merapi.kube.framework.TestPlugins.Score;
import io.merapi.kube.placement.PlacementOutcome.Placed;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What extenders change in where a pod goes, whichever way it is placed. */
class ExtenderPlacementTest {

  private static final Filter ALL = Filter.accepting("all");
  private static final Score EQUAL = new Score("equal", Map.of());

  private final ProfileFixture fixture =
      new ProfileFixture(node("a").build(), node("b").build(), node("c").build());
  private final NodeRotation rotation = new NodeRotation();

  /** The two ways of placing. */
  enum Way {
    REFERENCE,
    INCREMENTAL;

    Placement of(SchedulingProfile profile, NodeRotation rotation) {
      var ties = new TieBreak(0);
      return switch (this) {
        case REFERENCE -> new ReferencePlacement(profile, NodeSampling.ALL_NODES, rotation, ties);
        case INCREMENTAL ->
            new IncrementalPlacement(profile, NodeSampling.ALL_NODES, rotation, ties);
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachExtenderSeesWhatTheOnesBeforeItLeft(Way way) {
    TestExtender first = TestExtender.named("first").rejecting("a", "no GPU");
    TestExtender second = TestExtender.named("second").filtering();

    Placed placed = placed(place(way, List.of(first, second), ALL, EQUAL));

    assertThat(first.questions()).containsExactly("filter a b c");
    assertThat(second.questions()).containsExactly("filter b c");
    assertThat(placed.best()).containsExactly("b", "c");
    assertThat(placed.feasibleNodes()).isEqualTo(2);
    assertThat(placed.evaluatedNodes()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void reasonsOfExtendersStandInTheEvent(Way way) {
    TestExtender first =
        TestExtender.named("first").rejecting("a", "no GPU left").rejectingForGood("b", "old GPU");
    TestExtender second = TestExtender.named("second").dropping("c");
    TestExtender third = TestExtender.named("third").filtering();

    FitError error = unfit(place(way, List.of(first, second, third), ALL, EQUAL));

    assertThat(error.message("")).isEqualTo("0/3 nodes are available: 1 no GPU left, 1 old GPU.");
    assertThat(error.diagnosis().unschedulablePlugins()).containsExactly(Extenders.NAME);
    assertThat(verdict(error, "a"))
        .isInstanceOfSatisfying(
            Verdict.Rejected.class, verdict -> assertThat(verdict.evictionHelps()).isTrue());
    assertThat(verdict(error, "b"))
        .isInstanceOfSatisfying(
            Verdict.Rejected.class, verdict -> assertThat(verdict.evictionHelps()).isFalse());
    assertThat(third.questions()).as("nobody is asked about no nodes").isEmpty();
  }

  private Verdict verdict(FitError error, String node) {
    return error.diagnosis().of(requireNonNull(fixture.cluster().node(node)));
  }

  @ParameterizedTest
  @EnumSource
  void whatCannotBeHelpedOutweighsWhatCan(Way way) {
    TestExtender both = TestExtender.named("x").dropping("b").dropping("c");
    both.rejecting("a", "full").rejectingForGood("a", "wrong kind");

    assertThat(unfit(place(way, List.of(both), ALL, EQUAL)).message(""))
        .isEqualTo("0/3 nodes are available: 1 wrong kind.");
  }

  @ParameterizedTest
  @EnumSource
  void anExtenderThatFailsFailsThePod(Way way) {
    TestExtender broken = TestExtender.named("x").filtering().failing("no answer within 5s");

    assertThat(place(way, List.of(broken), ALL, EQUAL))
        .isEqualTo(new PlacementOutcome.Failed("no answer within 5s"));
  }

  @ParameterizedTest
  @EnumSource
  void anExtenderThatThrowsFailsThePodAndNothingElse(Way way) {
    TestExtender broken =
        TestExtender.named("x").filtering().throwing(new IllegalStateException("oops"));

    assertThat(place(way, List.of(broken), ALL, EQUAL))
        .isEqualTo(
            new PlacementOutcome.Failed(
                "extender \"x\" threw java.lang.IllegalStateException: oops"));
  }

  @ParameterizedTest
  @EnumSource
  void theCycleGoesOnWithoutAnExtenderThatMayBeIgnored(Way way) {
    TestExtender broken =
        TestExtender.named("x").rejecting("a", "no").failing("gone").mayBeIgnored();

    assertThat(placed(place(way, List.of(broken), ALL, EQUAL)).best())
        .containsExactly("a", "b", "c");
  }

  @ParameterizedTest
  @EnumSource
  void pointsOfExtendersCountBesideThoseOfPlugins(Way way) {
    TestExtender first = TestExtender.named("http://first").giving("a", 20).giving("elsewhere", 99);
    TestExtender second = TestExtender.named("http://second").giving("a", 15).giving("c", 5);

    Placed placed =
        placed(place(way, List.of(first, second), ALL, new Score("x", Map.of("b", 30L))));

    assertThat(placed.node()).isEqualTo("a");
    assertThat(placed.total()).isEqualTo(35);
    ScoreTable table = Objects.requireNonNull(placed.scores());
    assertThat(table.plugins()).containsExactly("x", "http://first", "http://second");
    assertThat(table.weighted(0, 1)).isEqualTo(20);
    assertThat(table.total(2)).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource
  void anExtenderThatCannotScoreGivesNothingWhetherOrNotItMayBeIgnored(Way way) {
    TestExtender broken = TestExtender.named("x").giving("a", 50).failing("gone");
    TestExtender worse =
        TestExtender.named("y").giving("a", 50).throwing(new IllegalStateException("oops"));

    Placed placed =
        placed(place(way, List.of(broken, worse), ALL, new Score("x", Map.of("b", 30L))));

    assertThat(placed.node()).isEqualTo("b");
  }

  @ParameterizedTest
  @EnumSource
  void isNotAskedAboutPodsThatItIsNotInterestedIn(Way way) {
    TestExtender picky =
        TestExtender.named("x")
            .rejecting("a", "no")
            .giving("c", 100)
            .interestedOnly(pod -> pod.meta().name().startsWith("gpu"));

    assertThat(placed(place(way, List.of(picky), ALL, new Score("x", Map.of("a", 1L)))).node())
        .isEqualTo("a");
    assertThat(picky.questions()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void isNotAskedToScoreTheOnlyNodeThatIsLeft(Way way) {
    TestExtender extender = TestExtender.named("x").dropping("a").dropping("b").giving("c", 1);

    assertThat(placed(place(way, List.of(extender), ALL, EQUAL)).node()).isEqualTo("c");
    assertThat(extender.questions()).containsExactly("filter a b c");
  }

  @ParameterizedTest
  @EnumSource
  void allNodesAreLookedAtForExtendersEvenWithoutScores(Way way) {
    TestExtender extender = TestExtender.named("x").dropping("a");

    assertThat(placed(place(way, List.of(extender), ALL)).best()).containsExactly("b", "c");
  }

  @ParameterizedTest
  @EnumSource
  void theNominatedNodeMustPassExtendersToo(Way way) {
    TestExtender extender = TestExtender.named("x").rejecting("b", "taken");
    Pod nominee = pod("p").nominatedTo("b").build();

    PlacementOutcome outcome =
        place(way, List.of(extender), nominee, ALL, new Score("x", Map.of("c", 1L)));

    assertThat(placed(outcome).node()).isEqualTo("c");
    assertThat(extender.questions()).containsExactly("filter b", "filter a b c");
  }

  @ParameterizedTest
  @EnumSource
  void aFailureOnTheNominatedNodeIsNotTheLastWord(Way way) {
    TestExtender extender = TestExtender.named("x").filtering().failingOnce("gone");
    Pod nominee = pod("p").nominatedTo("b").build();

    PlacementOutcome outcome =
        place(way, List.of(extender), nominee, ALL, new Score("x", Map.of("c", 1L)));

    assertThat(placed(outcome).node()).isEqualTo("c");
    assertThat(extender.questions()).containsExactly("filter b", "filter a b c");
  }

  private PlacementOutcome place(Way way, List<SchedulerExtender> extenders, Plugin... plugins) {
    return place(way, extenders, pod("p").build(), plugins);
  }

  private PlacementOutcome place(
      Way way, List<SchedulerExtender> extenders, Pod pod, Plugin... plugins) {
    SchedulingProfile profile = fixture.profile(new Extenders(extenders), plugins);
    return way.of(profile, rotation)
        .place(profile.attempt(fixture.pod(pod), fixture.cluster()), Nominations.NONE);
  }

  private static Placed placed(PlacementOutcome outcome) {
    assertThat(outcome).isInstanceOf(Placed.class);
    return (Placed) outcome;
  }

  private static FitError unfit(PlacementOutcome outcome) {
    assertThat(outcome).isInstanceOf(PlacementOutcome.Unfit.class);
    return ((PlacementOutcome.Unfit) outcome).error();
  }
}
