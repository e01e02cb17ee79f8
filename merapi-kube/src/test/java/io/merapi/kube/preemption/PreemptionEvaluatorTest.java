package io.merapi.kube.preemption;

import static io.merapi.kube.preemption.PreemptionWorld.budget;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.workload.PodDisruptionBudget;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import io.merapi.kube.framework.PostFilterOutcome;
import io.merapi.testkit.PodBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreemptionEvaluatorTest {

  private static final Instant MORNING = Instant.parse("2029-12-31T08:00:00Z");
  private static final Instant EVENING = Instant.parse("2029-12-31T18:00:00Z");

  private final PreemptionWorld world = new PreemptionWorld().with(smallNode("a"));

  private static Node smallNode(String name) {
    return node(name)
        .label("kubernetes.io/hostname", name)
        .allocatable("cpu", "4")
        .allocatable("pods", "10")
        .build();
  }

  private static PodBuilder victim(String name, String nodeName, int priority, String cpu) {
    return pod(name).on(nodeName).priority(priority).request("cpu", cpu).started(MORNING);
  }

  private static Pod urgent(String cpu) {
    return pod("urgent").priority(100).request("cpu", cpu).build();
  }

  private List<String> victims(Pod pod, String nodeName) {
    Victims victims = world.attempt(pod).survey().candidates().get(nodeName);
    return victims == null ? List.of() : victims.pods().stream().map(PodInfo::key).toList();
  }

  /** How many victims on node a are evicted against a budget; there must be room to be made. */
  private long violations(Pod pod) {
    return requireNonNull(world.attempt(pod).survey().candidates().get("a")).pdbViolations();
  }

  private @Nullable String nominated(Pod pod) {
    return world.attempt(pod).postFilter().nominatedNode();
  }

  @Test
  void sparesTheMostImportantPods() {
    world.with(
        victim("low", "a", 1, "2").build(),
        victim("middle", "a", 2, "1").build(),
        victim("high", "a", 3, "1").build());
    assertThat(victims(urgent("2"), "a")).containsExactly("default/low");
    assertThat(victims(urgent("3"), "a")).containsExactly("default/middle", "default/low");
  }

  @Test
  void ofEqualPriorityThePodThatHasRunForLongerIsSpared() {
    world.with(
        victim("young", "a", 1, "2").started(EVENING).build(),
        victim("old", "a", 1, "2").started(MORNING).build());
    assertThat(victims(urgent("2"), "a")).containsExactly("default/young");
  }

  @Test
  void aPodThatHasNotStartedIsTheYoungest() {
    world.with(
        pod("waiting").on("a").priority(1).request("cpu", "2").build(),
        victim("old", "a", 1, "2").started(EVENING).build());
    assertThat(victims(urgent("2"), "a")).containsExactly("default/waiting");
  }

  @Test
  void evictsNobodyOfEqualOrHigherPriority() {
    world.with(victim("equal", "a", 100, "4").build());
    PreemptionSurvey survey = world.attempt(urgent("1")).survey();
    assertThat(survey.candidates()).isEmpty();
    assertThat(survey.others())
        .hasEntrySatisfying(
            "a",
            why ->
                assertThat(why.verdict().texts())
                    .containsExactly("No preemption victims found for incoming pod"));
  }

  @Test
  void aProtectedPodIsSparedBeforeAMoreImportantOne() {
    world.with(
        victim("important", "a", 9, "2").build(),
        victim("protected", "a", 1, "2").label("app", "db").build(),
        budget("app", "db", 0));
    assertThat(victims(urgent("2"), "a")).containsExactly("default/important");
  }

  /** The example of the plugin's page. */
  @ParameterizedTest(name = "{0} cpu: {1}")
  @CsvSource({"1, job", "2, web", "4, web db job"})
  void putsBackProtectedPodsThenByPriority(String cpu, String gone) {
    world.with(
        victim("web", "a", 9, "2").build(),
        victim("db", "a", 1, "1").label("app", "db").build(),
        victim("job", "a", 0, "1").build(),
        budget("app", "db", 0));
    assertThat(victims(urgent(cpu), "a"))
        .containsExactly(
            Stream.of(gone.split(" ")).map(name -> "default/" + name).toArray(String[]::new));
  }

  @Test
  void aProtectedPodGoesWhereNothingElseHelps() {
    world.with(
        victim("important", "a", 9, "2").build(),
        victim("protected", "a", 1, "2").label("app", "db").build(),
        budget("app", "db", 0));
    assertThat(violations(urgent("4"))).isEqualTo(1);
    assertThat(victims(urgent("4"), "a")).containsExactly("default/important", "default/protected");
  }

  @Test
  void aBudgetProtectsOnlyThePodsBeyondWhatItAllows() {
    world.with(
        victim("first", "a", 2, "2").label("app", "db").build(),
        victim("second", "a", 1, "2").label("app", "db").build(),
        budget("app", "db", 1));
    assertThat(violations(urgent("2"))).isZero();
    assertThat(victims(urgent("2"), "a"))
        .as("the second is protected and put back first")
        .containsExactly("default/first");
  }

  @Test
  void aPodThatIsDisruptedAlreadyCountsAgainstNoBudget() {
    PodDisruptionBudget full = budget("app", "db", 0);
    world.with(
        victim("only", "a", 1, "4").label("app", "db").build(),
        new PodDisruptionBudget(
            full.meta(), full.selector(), null, null, 0, Map.of("only", MORNING)));
    assertThat(violations(urgent("4"))).isZero();
  }

  @Test
  void budgetsThatSelectNobodyProtectNobody() {
    ObjectMeta meta = ObjectMeta.named("default", "budget");
    var broken =
        new LabelSelector(
            Labels.EMPTY, List.of(new SelectorRequirement("app", "Resembles", List.of("db"))));
    var empty = new LabelSelector(Labels.EMPTY, List.of());
    for (LabelSelector selector : new @Nullable LabelSelector[] {null, empty, broken}) {
      world.with(
          victim("only", "a", 1, "4").label("app", "db").build(),
          new PodDisruptionBudget(meta, selector, null, null, 0, Map.of()));
      assertThat(violations(urgent("4"))).as("selector %s", selector).isZero();
    }
  }

  @Test
  void aPodWithoutLabelsIsNeverProtected() {
    var anyWithout =
        new LabelSelector(
            Labels.EMPTY, List.of(new SelectorRequirement("app", "DoesNotExist", List.of())));
    world.with(
        victim("bare", "a", 1, "4").build(),
        new PodDisruptionBudget(
            ObjectMeta.named("default", "budget"), anyWithout, null, null, 0, Map.of()));
    assertThat(violations(urgent("4"))).isZero();
  }

  @Test
  void prefersTheNodeWhereNoBudgetIsViolated() {
    world.with(
        smallNode("b"),
        victim("cheap", "a", 1, "4").label("app", "db").build(),
        victim("dear", "b", 50, "4").build(),
        budget("app", "db", 0));
    assertThat(nominated(urgent("4"))).isEqualTo("b");
  }

  @Test
  void prefersTheNodeWhoseMostImportantVictimIsTheLeast() {
    world.with(
        smallNode("b"),
        victim("dear", "a", 50, "4").build(),
        victim("cheap-1", "b", 40, "2").build(),
        victim("cheap-2", "b", 40, "2").build());
    assertThat(nominated(urgent("4"))).isEqualTo("b");
  }

  @Test
  void fewerVictimsOfNegativePriorityAreTheSmallerLoss() {
    world.with(
        smallNode("b"),
        victim("one", "a", -10, "4").build(),
        victim("two", "b", -10, "2").build(),
        victim("three", "b", -10, "2").build());
    assertThat(nominated(urgent("4"))).isEqualTo("a");
  }

  @Test
  void prefersTheNodeWhoseVictimsHaveRunForLess() {
    world.with(
        smallNode("b"),
        victim("old", "a", 1, "4").started(MORNING).build(),
        victim("young", "b", 1, "4").started(EVENING).build());
    assertThat(nominated(urgent("4"))).isEqualTo("b");
  }

  @Test
  void leavesOutNodesWhereEvictionCannotHelp() {
    world.with(
        node("b").allocatable("cpu", "4").allocatable("pods", "10").unschedulable().build(),
        victim("v", "a", 1, "4").build(),
        victim("w", "b", 1, "4").build());
    assertThat(world.attempt(urgent("1")).survey().potentialNodes()).containsExactly("a");
  }

  @Test
  void triesEachNodeByItself() {
    world.with(
        smallNode("b"),
        victim("v", "a", 1, "4").build(),
        victim("w", "b", 1, "4").label("app", "web").build());
    Pod lonely = pod("urgent").priority(100).request("cpu", "4").awayFrom("app", "web").build();
    assertThat(victims(lonely, "b")).containsExactly("default/w");
    assertThat(victims(lonely, "a")).containsExactly("default/v");
  }

  @Test
  void countsPodsThatAreNominatedToTheNode() {
    world.with(
        victim("v", "a", 1, "2").build(),
        victim("w", "a", 2, "2").build(),
        pod("rival").priority(200).request("cpu", "2").nominatedTo("a").build());
    assertThat(victims(urgent("2"), "a")).containsExactly("default/w", "default/v");
    assertThat(victims(urgent("4"), "a")).isEmpty();
  }

  @Test
  void aPodThatMustNotEvictSaysSo() {
    world.with(victim("v", "a", 1, "4").build());
    Pod polite = pod("p").priority(9).preemptionPolicy("Never").request("cpu", "1").build();
    PostFilterOutcome outcome = world.attempt(polite).postFilter();
    assertThat(outcome.nominatedNode()).isNull();
    assertThat(outcome.result().message())
        .isEqualTo("preemption: not eligible due to preemptionPolicy=Never.");
  }

  @Test
  void waitsForVictimsThatAreOnTheirWay() {
    world.with(
        victim("leaving", "a", 1, "4")
            .terminating()
            .condition("DisruptionTarget", "True", "PreemptionByScheduler")
            .build());
    Pod nominee = pod("p").priority(9).nominatedTo("a").request("cpu", "4").build();
    PostFilterOutcome outcome = world.attempt(nominee).postFilter();
    assertThat(outcome.nominatedNode()).isNull();
    assertThat(outcome.result().message())
        .isEqualTo("preemption: not eligible due to a terminating pod on the nominated node.");
  }

  @Test
  void doesNotWaitForPodsThatLeaveForAnotherReason() {
    world.with(victim("leaving", "a", 1, "4").terminating().build());
    Pod nominee = pod("p").priority(9).nominatedTo("a").request("cpu", "4").build();
    assertThat(nominated(nominee)).isEqualTo("a");
  }

  @Test
  void saysOfEveryNodeWhyItIsNoCandidate() {
    world.with(
        smallNode("b"),
        node("c").allocatable("cpu", "1").allocatable("pods", "10").build(),
        victim("v", "a", 1, "1").build(),
        victim("w", "a", 500, "3").build(),
        victim("x", "b", 500, "4").build());
    PostFilterOutcome outcome = world.attempt(urgent("2")).postFilter();
    assertThat(outcome.nominatedNode()).as("an old nomination is cleared").isEmpty();
    assertThat(outcome.result().message())
        .isEqualTo(
            "preemption: 0/3 nodes are available: 1 Insufficient cpu, 1 No preemption victims"
                + " found for incoming pod, 1 Preemption is not helpful for scheduling.");
  }

  @Test
  void isContentWithFewerCandidatesThanThereAre() {
    world.args(0, 2);
    for (String name : List.of("b", "c", "d", "e")) {
      world.with(smallNode(name), victim("v-" + name, name, 1, "4").build());
    }
    world.with(victim("v-a", "a", 1, "4").build());
    PreemptionSurvey survey = world.attempt(urgent("4")).survey();
    assertThat(survey.wanted()).isEqualTo(2);
    assertThat(survey.sampled()).isTrue();
    assertThat(survey.candidates()).hasSize(5);
    String first = nominated(urgent("4"));
    assertThat(survey.candidates()).containsKey(first);
    assertThat(nominated(urgent("4"))).as("the same again").isEqualTo(first);
  }

  @Test
  void aShareOfFewNodesThatComesToNoneFindsNobody() {
    world.args(10, 0).with(victim("v", "a", 1, "4").build());
    assertThat(world.attempt(urgent("4")).postFilter().result().message())
        .isEqualTo(
            "preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.");
  }
}
