package io.merapi.kube.framework;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.DryRun.Judgement;
import io.merapi.api.framework.DryRun.Trial;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeTrialsTest {

  private final ProfileFixture fixture = new ProfileFixture(node("a").build(), node("b").build());
  private final PodInfo incoming = fixture.pod(pod("incoming").build());
  private final PodInfo here = fixture.pod(pod("here").on("a").build());
  private final PodInfo guest = fixture.pod(pod("guest").build());
  private final PodInfo cursed = fixture.pod(pod("cursed").on("a").build());
  private final SchedulingProfile profile =
      fixture.profile(new Counter(fixture.key("count", Count.class)));
  private final PodAttempt attempt = profile.attempt(incoming, fixture.cluster());
  private final DryRun dryRun = profile.filtering().dryRun(attempt, Nominations.NONE);

  @BeforeEach
  void preFilter() {
    profile.filtering().preFilter(attempt);
  }

  @Test
  void nodeAndPluginsFollowEveryStep() {
    Trial trial = dryRun.on(fixture.node("a"));
    trial.remove(here);
    assertThat(trial.node().pods()).doesNotContain(here);
    assertThat(trial.filter()).isEqualTo(counted(-1));
    trial.add(guest);
    trial.add(here);
    assertThat(trial.node().pods()).contains(here, guest);
    assertThat(trial.filter()).isEqualTo(counted(1));
  }

  @Test
  void theNextTrialAndTheAttemptKnowNothingOfIt() {
    Trial first = dryRun.on(fixture.node("a"));
    first.remove(here);
    first.add(guest);
    first.add(here);
    first.remove(here);
    Trial second = dryRun.on(fixture.node("b"));
    assertThat(second.filter()).isEqualTo(counted(0));
    assertThat(dryRun.on(fixture.node("a")).node().pods()).contains(here);
    assertThat(profile.filtering().filter(attempt, fixture.node("a")).message()).isEqualTo("0");
  }

  @Test
  void aTrialThatAPluginCouldNotFollowLeavesNoTrace() {
    Trial trial = dryRun.on(fixture.node("a"));
    assertThat(trial.remove(cursed))
        .isEqualTo(Verdict.error("running RemovePod on PreFilter plugin \"counter\": lost count"));
    assertThat(dryRun.on(fixture.node("a")).filter()).isEqualTo(counted(0));
  }

  @Test
  void aTrialEndsWhereTheNextBegins() {
    Trial ended = dryRun.on(fixture.node("a"));
    dryRun.on(fixture.node("b"));
    assertThatIllegalStateException()
        .isThrownBy(() -> ended.remove(here))
        .withMessage("the trial on a has ended");
  }

  private static Judgement counted(int count) {
    return new Judgement(TestPlugins.no("" + count), "counter");
  }

  /** Counts pods that come and go, and tells the number when it is asked about a node. */
  private record Counter(CycleKey<Count> key) implements PreFilterPlugin, FilterPlugin {

    @Override
    public String name() {
      return "counter";
    }

    @Override
    public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
      state.put(key, new Count());
      return PreFilterResult.ALL_NODES;
    }

    @Override
    public Verdict addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {
      count(state).value++;
      return Verdict.success();
    }

    @Override
    public Verdict removePod(CycleState state, PodInfo pod, PodInfo removed, NodeInfo node) {
      count(state).value--;
      return removed.pod().meta().name().equals("cursed")
          ? Verdict.error("lost count")
          : Verdict.success();
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      return TestPlugins.no("" + count(state).value);
    }

    private Count count(CycleState state) {
      return Objects.requireNonNull(state.get(key));
    }
  }

  private static final class Count implements CycleState.Copied {

    private int value;

    @Override
    public Count copy() {
      var copy = new Count();
      copy.value = value;
      return copy;
    }
  }
}
