package io.merapi.kube.framework;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.ScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.TestPlugins.PreScore;
import io.merapi.kube.framework.TestPlugins.Score;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScoreRunTest {

  private final ProfileFixture fixture = new ProfileFixture(node("a").build(), node("b").build());
  private final PodInfo pod = fixture.pod(pod("p").build());
  private final List<NodeInfo> nodes = List.of(fixture.node("a"), fixture.node("b"));

  @Test
  void weighsNormalizedScoresAndKeepsTheRawOnes() {
    SchedulingProfile profile =
        fixture.profile(
            Map.of("doubled", 3, "plain", 2),
            new Doubled("doubled"),
            new Score("plain", Map.of("a", 10L, "b", 100L)));

    ScoreTable table = scored(profile);

    assertThat(table.plugins()).containsExactly("doubled", "plain");
    assertThat(table.raw(0, 0)).isEqualTo(20);
    assertThat(table.weighted(0, 0)).isEqualTo(120);
    assertThat(table.raw(1, 1)).isEqualTo(100);
    assertThat(table.weighted(1, 1)).isEqualTo(200);
    assertThat(table.total(0)).isEqualTo(140);
    assertThat(table.total(1)).isEqualTo(320);
  }

  @Test
  void leavesOutPluginsThatSkip() {
    SchedulingProfile profile =
        fixture.profile(
            new PreScore("skips", Verdict.skip()), new PreScore("counts", Verdict.success()));
    PodAttempt attempt = profile.attempt(pod, fixture.cluster());

    PreScoreOutcome outcome = profile.scoring().preScore(attempt, nodes);

    assertThat(outcome.skipped()).containsExactly("skips");
    assertThat(table(profile.scoring().score(attempt, nodes)).plugins()).containsExactly("counts");
  }

  @Test
  void endsWithAPreScoreThatFails() {
    SchedulingProfile profile =
        fixture.profile(
            new PreScore("x", Verdict.error("broken")), new PreScore("y", Verdict.skip()));

    PreScoreOutcome outcome =
        profile.scoring().preScore(profile.attempt(pod, fixture.cluster()), nodes);

    assertThat(outcome.result())
        .isEqualTo(PluginVerdict.failed("running PreScore plugin \"x\": broken"));
    assertThat(outcome.skipped()).isEmpty();
  }

  @Test
  void refusesScoresOutOfRange() {
    assertThat(failure(fixture.profile(new Score("x", Map.of("b", 101L)))))
        .isEqualTo(
            "applying score defaultWeights on Score plugins: plugin \"x\" returns an invalid score"
                + " 101, it should in the range of [0, 100] after normalizing");
    assertThat(failure(fixture.profile(new Score("x", Map.of("b", -1L)))))
        .contains("invalid score -1,");
  }

  @Test
  void failsWithThePluginThatCannotScore() {
    SchedulingProfile profile = fixture.profile(new Failing("x", new ScoreException("not found")));

    assertThat(failure(profile))
        .isEqualTo("running Score plugins: plugin \"x\" failed with: not found");
  }

  @Test
  void failsWithThePluginThatThrows() {
    SchedulingProfile profile =
        fixture.profile(new Failing("x", new IllegalStateException("oops")));

    assertThat(failure(profile))
        .isEqualTo(
            "running Score plugins: plugin \"x\" failed with: the plugin threw"
                + " java.lang.IllegalStateException: oops");
  }

  @Test
  void tellsTheRawScoresOfPluginsThatCanScoreBesideOneThatCannot() {
    SchedulingProfile profile =
        fixture.profile(
            new Failing("x", new ScoreException("not found")), new Score("y", Map.of("b", 7L)));

    Map<String, long[]> raw =
        profile.scoring().rawScores(profile.attempt(pod, fixture.cluster()), nodes);

    assertThat(raw).containsOnlyKeys("y");
    assertThat(raw.get("y")).containsExactly(0, 7);
  }

  @Test
  void letsPluginsReadTheClusterOnceBeforeTheFirstScore() {
    var counting = new Counting();

    ScoreTable table = scored(fixture.profile(counting));

    assertThat(counting.prepared).isEqualTo(1);
    assertThat(table.raw(0, 0)).isEqualTo(2);
  }

  private ScoreTable scored(SchedulingProfile profile) {
    return table(profile.scoring().score(profile.attempt(pod, fixture.cluster()), nodes));
  }

  private static ScoreTable table(ScoreOutcome outcome) {
    assertThat(outcome).isInstanceOf(ScoreOutcome.Scored.class);
    return ((ScoreOutcome.Scored) outcome).table();
  }

  private String failure(SchedulingProfile profile) {
    ScoreOutcome outcome = profile.scoring().score(profile.attempt(pod, fixture.cluster()), nodes);
    assertThat(outcome).isInstanceOf(ScoreOutcome.Failed.class);
    return ((ScoreOutcome.Failed) outcome).result().message();
  }

  /** Gives half of the points that it then normalizes to. */
  private record Doubled(String name) implements ScorePlugin {

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
      return 20;
    }

    @Override
    public void normalize(CycleState state, PodInfo pod, NodeScores scores) {
      for (int i = 0; i < scores.size(); i++) {
        scores.set(i, 2 * scores.get(i));
      }
    }
  }

  /** Never gives a score. */
  private record Failing(String name, RuntimeException thrown) implements ScorePlugin {

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
      throw thrown;
    }
  }

  /** Scores by the number of nodes. */
  private static final class Counting implements ScorePlugin {

    int prepared;
    private int nodes;

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public void prepareScore(CycleState state, PodInfo pod, ClusterView cluster) {
      prepared++;
      nodes = cluster.nodes().size();
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
      return nodes;
    }
  }
}
