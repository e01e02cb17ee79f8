package io.merapi.kube.plugins.interpodaffinity;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.TermBuilder.noPods;
import static io.merapi.testkit.TermBuilder.podsThat;
import static io.merapi.testkit.TermBuilder.podsWith;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Verdict;
import io.merapi.api.framework.Verdict.Rejected;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodAffinityTerm;
import io.merapi.api.workload.Namespace;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import org.junit.jupiter.api.Test;

class InterPodAffinityTest {

  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";

  /** Two nodes in zone east, one in zone west. */
  private final PluginTrial trial =
      trial().with(inZone("a", "east"), inZone("b", "east"), inZone("c", "west"));

  private final InterPodAffinity plugin =
      new InterPodAffinity(InterPodAffinityArgs.DEFAULTS, trial.context());

  private static Node inZone(String name, String zone) {
    return node(name).label(HOST, name).label(ZONE, zone).build();
  }

  private static PodBuilder db(String name) {
    return pod(name).label("app", "db");
  }

  private static Namespace namespace(String name, String... labels) {
    return new Namespace(ObjectMeta.named("", name).withLabels(Labels.of(labels)));
  }

  private static PodAffinityTerm dbInZone() {
    return podsWith("app", "db").in(ZONE).build();
  }

  private static Pod near(PodAffinityTerm term) {
    return pod("new").near(term).build();
  }

  private static Pod awayFrom(PodAffinityTerm term) {
    return pod("new").awayFrom(term).build();
  }

  private static void assertRejected(
      Verdict verdict, String text, String detail, boolean evictionHelps) {
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.texts()).containsExactly(text);
              assertThat(rejected.reasons().getFirst().detail()).isEqualTo(detail);
              assertThat(rejected.evictionHelps()).isEqualTo(evictionHelps);
            });
  }

  @Test
  void goesOnlyToDomainsOfThePodsThatItMustBeNear() {
    trial.with(db("db").on("a").build());
    var attempt = trial.attempt(plugin, near(dbInZone()));
    assertThat(attempt.fitting()).containsExactly("a", "b");
    assertRejected(
        attempt.filter("c"),
        "node(s) didn't match pod affinity rules",
        "no pod that the pod must be near is in topology.kubernetes.io/zone=west",
        false);
  }

  @Test
  void onePodMustMeetAllTerms() {
    trial.with(db("db").on("a").build(), pod("cache").label("tier", "fast").on("a").build());
    Pod both = pod("new").near(dbInZone()).near(podsWith("tier", "fast").in(ZONE).build()).build();
    assertThat(trial.attempt(plugin, both).fitting()).isEmpty();
    trial.with(db("fast-db").label("tier", "fast").on("c").build());
    assertThat(trial.attempt(plugin, both).fitting()).containsExactly("c");
  }

  @Test
  void firstOfPodsThatWantToBeTogetherGoesAnywhereInTheTopology() {
    trial.with(node("d").label(HOST, "d").build());
    Pod first = db("first").near(dbInZone()).build();
    assertThat(trial.attempt(plugin, first).fitting()).containsExactly("a", "b", "c");
    assertRejected(
        trial.attempt(plugin, first).filter("d"),
        "node(s) didn't match pod affinity rules",
        "no label topology.kubernetes.io/zone",
        false);
    trial.with(db("other").on("c").build());
    assertThat(trial.attempt(plugin, first).fitting()).containsExactly("c");
  }

  @Test
  void podThatDoesNotMeetItsOwnTermsWaitsForOneThatDoes() {
    assertThat(trial.attempt(plugin, near(dbInZone())).fitting()).isEmpty();
  }

  @Test
  void staysAwayFromDomainsOfThePodsThatItMustNotMeet() {
    trial.with(db("db").on("a").build());
    var attempt = trial.attempt(plugin, awayFrom(dbInZone()));
    assertThat(attempt.fitting()).containsExactly("c");
    assertRejected(
        attempt.filter("b"),
        "node(s) didn't match pod anti-affinity rules",
        "a pod that the pod must be away from is in topology.kubernetes.io/zone=east",
        true);
  }

  @Test
  void nodeWithoutTheTopologyIsAwayFromEverything() {
    trial.with(node("d").label(HOST, "d").build(), db("db").on("d").build());
    assertThat(trial.attempt(plugin, awayFrom(dbInZone())).fitting())
        .containsExactly("a", "b", "c", "d");
  }

  @Test
  void existingPodsKeepOthersAway() {
    trial.with(pod("jealous").awayFrom(dbInZone()).on("a").build());
    var attempt = trial.attempt(plugin, db("new").build());
    assertThat(attempt.fitting()).containsExactly("c");
    assertRejected(
        attempt.filter("b"),
        "node(s) didn't satisfy existing pods anti-affinity rules",
        "a pod in topology.kubernetes.io/zone=east must be away from the pod",
        true);
  }

  @Test
  void podsBeingDeletedStillCount() {
    trial.with(db("db").on("a").terminating().build());
    assertThat(trial.attempt(plugin, awayFrom(dbInZone())).fitting()).containsExactly("c");
  }

  @Test
  void aTermMeansItsOwnNamespaceUnlessItNamesOthers() {
    trial.with(db("db").namespace("data").on("a").build());
    assertThat(trial.attempt(plugin, awayFrom(dbInZone())).fitting()).contains("a");
    PodAffinityTerm named = podsWith("app", "db").in(ZONE).namespace("data").build();
    assertThat(trial.attempt(plugin, awayFrom(named)).fitting()).doesNotContain("a");
  }

  @Test
  void namespacesAreSelectedByTheirLabels() {
    trial.with(namespace("data", "team", "red"), db("db").namespace("data").on("a").build());
    PodAffinityTerm red = podsWith("app", "db").in(ZONE).namespacesWith("team", "red").build();
    assertThat(trial.attempt(plugin, awayFrom(red)).fitting()).doesNotContain("a");
    PodAffinityTerm blue = podsWith("app", "db").in(ZONE).namespacesWith("team", "blue").build();
    assertThat(trial.attempt(plugin, awayFrom(blue)).fitting()).contains("a");
    PodAffinityTerm all = podsWith("app", "db").in(ZONE).namespacesWith().build();
    assertThat(trial.attempt(plugin, awayFrom(all)).fitting()).doesNotContain("a");
  }

  @Test
  void existingPodsSelectTheNamespaceOfTheIncomingOne() {
    PodAffinityTerm red = podsWith("app", "db").in(ZONE).namespacesWith("team", "red").build();
    trial.with(
        namespace("data", "team", "red"),
        namespace("default"),
        pod("jealous").awayFrom(red).on("a").build());
    assertThat(trial.attempt(plugin, db("new").namespace("data").build()).fitting())
        .containsExactly("c");
    assertThat(trial.attempt(plugin, db("new").build()).skipped()).isTrue();
  }

  @Test
  void selectorThatAnUnlabelledNamespaceMeetsTakesInEveryNamespace() {
    trial.with(namespace("data", "team", "red"), db("db").namespace("data").on("a").build());
    PodAffinityTerm notRed =
        podsWith("app", "db").in(ZONE).namespacesThat("team", "DoesNotExist").build();
    assertThat(trial.attempt(plugin, awayFrom(notRed)).fitting()).doesNotContain("a");
  }

  @Test
  void matchLabelKeysAreLeftToTheApiServer() {
    trial.with(db("db").label("version", "1").on("a").build());
    Pod next =
        pod("new")
            .label("version", "2")
            .awayFrom(podsWith("app", "db").in(ZONE).matchLabelKey("version").build())
            .build();
    assertThat(trial.attempt(plugin, next).fitting()).containsExactly("c");
  }

  @Test
  void absentSelectorMeansNoPodAndEmptySelectorAll() {
    trial.with(pod("some").on("a").build());
    assertThat(trial.attempt(plugin, awayFrom(noPods().in(ZONE).build())).fitting()).hasSize(3);
    assertThat(trial.attempt(plugin, awayFrom(podsWith().in(ZONE).build())).fitting())
        .containsExactly("c");
  }

  @Test
  void badSelectorsRejectThePodOnEveryNode() {
    Pod one = near(podsThat("app", "Likes", "db").build());
    assertRejected(
        trial.attempt(plugin, one).preFilter(),
        "parsing pod: requiredAffinityTerms: \"Likes\" is not a valid label selector operator",
        "",
        false);
    Pod two =
        pod("new")
            .awayFrom(podsWith().namespacesThat("team", "In").build())
            .ratherNear(1, podsThat("app", "Likes").build())
            .build();
    assertThat(trial.attempt(plugin, two).preFilter().texts())
        .containsExactly(
            "parsing pod: [requiredAntiAffinityTerms: values: Invalid value: null: for 'in',"
                + " 'notin' operators, values set can't be empty, preferredAffinityTerms: \"Likes\""
                + " is not a valid label selector operator]");
  }

  @Test
  void badTermOfAnExistingPodHarmsOnlyItsList() {
    trial.with(
        pod("odd").near(podsThat("app", "Likes").build()).awayFrom(dbInZone()).on("a").build(),
        pod("odder")
            .awayFrom(dbInZone())
            .awayFrom(podsThat("app", "Likes").build())
            .on("c")
            .build());
    assertThat(trial.attempt(plugin, db("new").build()).fitting()).containsExactly("c");
  }

  @Test
  void podThatNoRequiredTermBearsOnSkipsTheFilter() {
    trial.with(pod("jealous").awayFrom(dbInZone()).on("a").build());
    assertThat(trial.attempt(plugin, pod("new").build()).skipped()).isTrue();
    assertThat(trial.attempt(plugin, pod("newer").ratherNear(1, dbInZone()).build()).skipped())
        .isTrue();
  }

  @Test
  void firstOfASeriesAgainOnceTheOthersAreTakenAwayInADryRun() {
    Pod only = db("db").on("a").build();
    trial.with(only);
    var attempt = trial.attempt(plugin, db("new").near(dbInZone()).build());
    assertThat(attempt.fitting()).containsExactly("a", "b");
    attempt.remove(trial.info(only), trial.node("a"));
    assertThat(attempt.fitting()).containsExactly("a", "b", "c");
  }

  @Test
  void filterWithoutItsPreFilterFails() {
    var attempt = trial.unprepared(plugin, near(dbInZone()));
    assertThat(attempt.filter("a").texts())
        .containsExactly("error reading \"PreFilterInterPodAffinity\" from cycleState: not found");
  }
}
