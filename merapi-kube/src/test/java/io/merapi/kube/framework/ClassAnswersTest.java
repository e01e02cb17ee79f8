package io.merapi.kube.framework;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.PreScorePlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClassAnswersTest {

  private final ProfileFixture fixture = new ProfileFixture(node("a").build());
  private final PodInfo pod = fixture.pod(pod("p").build());
  private final Counting plugin = new Counting(fixture.key("asked", Asked.class));
  private final SchedulingProfile profile = fixture.profile(plugin);
  private final ClassAnswers known = new ClassAnswers();

  @Test
  void asksOnceWhatFollowsFromTheClass() {
    attempt();
    CycleState later = attempt();

    assertThat(plugin.asked).isEqualTo(1);
    assertThat(later.get(plugin.key)).isEqualTo(new Asked(1));
  }

  @Test
  void asksAgainWhileTheAnswerDoesNotFollowFromTheClass() {
    attempt();
    plugin.followsClass = false;
    assertThat(attempt().get(plugin.key)).isEqualTo(new Asked(2));

    plugin.followsClass = true;
    assertThat(attempt().get(plugin.key)).isEqualTo(new Asked(1));
  }

  @Test
  void givesEachAttemptItsOwnCopyOfWhatMayChange() {
    attempt();

    assertThat(attempt().get(plugin.key)).isNotSameAs(attempt().get(plugin.key));
  }

  @Test
  void doesNotKeepAFailure() {
    plugin.answer = Verdict.error("broken");
    assertThat(preFilter().result().isSuccess()).isFalse();

    plugin.answer = Verdict.success();
    assertThat(preFilter().result().isSuccess()).isTrue();
  }

  @Test
  void keepsASkip() {
    plugin.answer = Verdict.skip();
    preFilter();
    plugin.answer = Verdict.success();

    assertThat(preFilter().skipped()).containsExactly("counting");
  }

  @Test
  void asksPreScoresOnceToo() {
    PodAttempt attempt = profile.attempt(pod, fixture.cluster());
    profile.scoring().preScore(attempt, List.of(fixture.node("a")), known);
    PreScoreOutcome later = profile.scoring().preScore(attempt, List.of(), known);

    assertThat(later.result().isSuccess()).isTrue();
    assertThat(plugin.asked).isEqualTo(1);
  }

  @Test
  void everyAttemptIsAskedForWhereNothingIsToBeKnown() {
    PodAttempt attempt = profile.attempt(pod, fixture.cluster());
    profile.filtering().preFilter(attempt);
    profile.filtering().preFilter(attempt);

    assertThat(plugin.asked).isEqualTo(2);
  }

  private CycleState attempt() {
    PodAttempt attempt = profile.attempt(pod, fixture.cluster());
    profile.filtering().preFilter(attempt, known);
    return attempt.state();
  }

  private PreFilterOutcome preFilter() {
    return profile.filtering().preFilter(profile.attempt(pod, fixture.cluster()), known);
  }

  /** What a plugin put into the state when it was asked. */
  private record Asked(int time) implements CycleState.Copied {

    @Override
    public Asked copy() {
      return new Asked(time);
    }
  }

  /** Counts how often it was asked. */
  private static final class Counting implements PreFilterPlugin, PreScorePlugin {

    private final CycleKey<Asked> key;
    private boolean followsClass = true;
    private Verdict answer = Verdict.success();
    private int asked;

    Counting(CycleKey<Asked> key) {
      this.key = key;
    }

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
      state.put(key, new Asked(++asked));
      return PreFilterResult.of(answer);
    }

    @Override
    public boolean preFilterFollowsClass(PodInfo pod, ClusterView cluster) {
      return followsClass;
    }

    @Override
    public Verdict preScore(
        CycleState state, PodInfo pod, ClusterView cluster, List<NodeInfo> feasible) {
      asked++;
      return answer;
    }

    @Override
    public boolean preScoreFollowsClass(PodInfo pod, ClusterView cluster) {
      return followsClass;
    }
  }
}
