package io.merapi.kube.plugins.interpodaffinity;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.TermBuilder.podsThat;
import static io.merapi.testkit.TermBuilder.podsWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.framework.ScoreException;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodAffinityTerm;
import io.merapi.kube.plugins.PluginTrial;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AffinityScoreTest {

  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";

  private final PluginTrial trial =
      trial().with(inZone("a", "east"), inZone("b", "east"), inZone("c", "west"));

  private final InterPodAffinity plugin = plugin(InterPodAffinityArgs.DEFAULTS);

  private InterPodAffinity plugin(InterPodAffinityArgs args) {
    return new InterPodAffinity(args, trial.context());
  }

  private static Node inZone(String name, String zone) {
    return node(name).label(HOST, name).label(ZONE, zone).build();
  }

  private static PodAffinityTerm dbInZone() {
    return podsWith("app", "db").in(ZONE).build();
  }

  private static Pod db(String name, String nodeName) {
    return pod(name).label("app", "db").on(nodeName).build();
  }

  /** The example of docs/plugins/kube/InterPodAffinity.md. */
  @Test
  void weightsAddUpInEachDomain() {
    trial.with(db("db", "a"), pod("cache").label("app", "cache").on("b").build());
    Pod incoming =
        pod("new")
            .ratherNear(50, dbInZone())
            .ratherAwayFrom(20, podsWith("app", "cache").in(HOST).build())
            .build();
    var attempt = trial.attempt(plugin, incoming);
    assertThat(attempt.preScore().isSuccess()).isTrue();
    assertThat(attempt.rawScores()).isEqualTo(Map.of("a", 50L, "b", 30L, "c", 0L));
    assertThat(attempt.finalScores()).isEqualTo(Map.of("a", 100L, "b", 60L, "c", 0L));
  }

  @Test
  void existingPodsHaveWishesToo() {
    trial.with(
        pod("fond").ratherNear(7, dbInZone()).on("a").build(),
        pod("shy").ratherAwayFrom(3, dbInZone()).on("c").build());
    var attempt = trial.attempt(plugin, pod("new").label("app", "db").build());
    attempt.preScore();
    assertThat(attempt.rawScores()).isEqualTo(Map.of("a", 7L, "b", 7L, "c", -3L));
  }

  @Test
  void requiredAffinityOfExistingPodsCountsAsConfigured() {
    Pod bound = pod("bound").near(dbInZone()).on("a").build();
    Pod incoming = pod("new").label("app", "db").build();
    trial.with(bound);
    var attempt = trial.attempt(plugin(new InterPodAffinityArgs(9, false)), incoming);
    attempt.preScore();
    assertThat(attempt.score("b")).isEqualTo(9);
    InterPodAffinity weightless = plugin(new InterPodAffinityArgs(0, false));
    assertThat(trial.attempt(weightless, incoming).preScore().isSkip()).isTrue();
  }

  @Test
  void wishesOfExistingPodsCanBeIgnoredForPodsWithoutAny() {
    InterPodAffinity ignoring = plugin(new InterPodAffinityArgs(1, true));
    trial.with(pod("fond").ratherNear(7, dbInZone()).on("a").build());
    assertThat(trial.attempt(ignoring, pod("new").label("app", "db").build()).preScore().isSkip())
        .isTrue();
    Pod wishing = pod("new").label("app", "db").ratherNear(1, podsWith("app", "x").build()).build();
    var attempt = trial.attempt(ignoring, wishing);
    attempt.preScore();
    assertThat(attempt.score("a")).isEqualTo(7);
  }

  @Test
  void skipsWhereNoTermIsMetAnywhere() {
    Pod incoming = pod("new").ratherNear(50, dbInZone()).build();
    assertThat(trial.attempt(plugin, incoming).preScore().isSkip()).isTrue();
    trial.with(node("d").build(), db("db", "d"));
    assertThat(trial.attempt(plugin, incoming).preScore().isSkip()).isTrue();
  }

  @Test
  void termOfNoWeightIsMetAllTheSame() {
    trial.with(db("db", "a"));
    var attempt = trial.attempt(plugin, pod("new").ratherNear(0, dbInZone()).build());
    assertThat(attempt.preScore().isSuccess()).isTrue();
    assertThat(attempt.finalScores()).isEqualTo(Map.of("a", 0L, "b", 0L, "c", 0L));
  }

  @Test
  void badTermFailsTheAttempt() {
    var attempt =
        trial.attempt(plugin, pod("new").ratherNear(1, podsThat("app", "Likes").build()).build());
    assertThat(attempt.preScore().texts())
        .containsExactly(
            "failed to parse pod: preferredAffinityTerms: \"Likes\" is not a valid label selector"
                + " operator");
  }

  @Test
  void scoreWithoutItsPreScoreFails() {
    var attempt = trial.unprepared(plugin, pod("new").build());
    assertThatThrownBy(() -> attempt.score("a"))
        .isInstanceOf(ScoreException.class)
        .hasMessage("failed to read \"PreScoreInterPodAffinity\" from cycleState: not found");
  }
}
