package io.merapi.kube.framework;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fix;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.NodeVerdicts;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PostFilterPlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Verdict;
import io.merapi.api.framework.WaitingPods;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.resource.ResourceDictionary;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PostFilterRunTest {

  private final ProfileFixture fixture = new ProfileFixture(node("a").build());
  private final PodInfo pod = fixture.pod(pod("p").build());

  @Test
  void gathersTheReasonsOfAllThatCannotHelp() {
    PostFilterOutcome outcome =
        run(room("x", TestPlugins.no("one"), null), room("y", TestPlugins.no("two"), ""));

    assertThat(outcome.result().message()).isEqualTo("one, two");
    assertThat(outcome.result().verdict().code()).isEqualTo("Unschedulable");
    assertThat(outcome.result().plugin()).isEqualTo("x");
    assertThat(outcome.nominatedNode()).isEmpty();
  }

  @Test
  void endsWithTheFirstThatMakesRoom() {
    PostFilterOutcome outcome =
        run(
            room("x", TestPlugins.no("one"), null),
            room("y", Verdict.success(), "a"),
            room("z", Verdict.success(), "b"));

    assertThat(outcome).isEqualTo(new PostFilterOutcome(PluginVerdict.SUCCESS, "a"));
  }

  @Test
  void endsWhereNothingWillHelp() {
    PostFilterOutcome outcome =
        run(room("x", TestPlugins.never("hopeless"), null), room("y", Verdict.success(), "a"));

    assertThat(outcome)
        .isEqualTo(
            new PostFilterOutcome(new PluginVerdict(TestPlugins.never("hopeless"), "x"), null));
  }

  @Test
  void endsWithAnErrorInThePluginsOwnWords() {
    PostFilterOutcome outcome = run(room("x", Verdict.error("not found"), "a"));

    assertThat(outcome)
        .isEqualTo(new PostFilterOutcome(new PluginVerdict(Verdict.error("not found"), "x"), null));
  }

  @Test
  void aPluginThatWasNeverPreparedFailsAndNobodyAfterItIsAsked() {
    assertThat(runAfterEarlyRejection(Fixes.NONE))
        .isEqualTo(
            new PostFilterOutcome(new PluginVerdict(Verdict.error("not found"), "claims"), null));
  }

  @Test
  void withTheFixAPluginThatWasNeverPreparedIsLeftOut() {
    assertThat(runAfterEarlyRejection(Fixes.of(List.of(Fix.PREEMPT_AFTER_EARLY_REJECTION))))
        .isEqualTo(
            new PostFilterOutcome(
                new PluginVerdict(TestPlugins.no("preemption: hopeless"), "preemption"), ""));
  }

  /** A plugin ends the pre-filters before the one that is first to make room. */
  private PostFilterOutcome runAfterEarlyRejection(Fixes fixes) {
    Plugin[] plugins = {
      new TestPlugins.PreFilter("early", PreFilterResult.of(TestPlugins.never("no such class"))),
      new Claims(),
      room("preemption", TestPlugins.no("preemption: hopeless"), "")
    };
    var profile =
        new SchedulingProfile(
            ProfileFixture.configuration(Map.of(), plugins),
            ProfileFixture.making(plugins),
            new ProfileContext(
                new ResourceDictionary(),
                FeatureGates.DEFAULTS,
                InstantSource.fixed(Instant.EPOCH),
                fixes,
                WaitingPods.NONE));
    PodAttempt attempt = profile.attempt(pod, fixture.cluster());
    profile.filtering().preFilter(attempt);
    return profile.filtering().postFilter(attempt, new UnreadVerdicts(), Nominations.NONE);
  }

  /** Needs its pre-filter to have run. */
  private static final class Claims implements PreFilterPlugin, PostFilterPlugin {

    private boolean prepared;

    @Override
    public String name() {
      return "claims";
    }

    @Override
    public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
      prepared = true;
      return PreFilterResult.ALL_NODES;
    }

    @Override
    public PostFilterResult postFilter(
        CycleState state, PodInfo pod, ClusterView cluster, NodeVerdicts verdicts, DryRun dryRun) {
      return new PostFilterResult(
          prepared ? TestPlugins.no("nothing to free") : Verdict.error("not found"), null);
    }
  }

  private PostFilterOutcome run(Plugin... plugins) {
    SchedulingProfile profile = fixture.profile(plugins);
    return profile
        .filtering()
        .postFilter(
            profile.attempt(pod, fixture.cluster()), new UnreadVerdicts(), Nominations.NONE);
  }

  private static PostFilterPlugin room(String name, Verdict verdict, @Nullable String node) {
    return new Room(name, verdict, node);
  }

  private record Room(String name, Verdict verdict, @Nullable String node)
      implements PostFilterPlugin {

    @Override
    public PostFilterResult postFilter(
        CycleState state, PodInfo pod, ClusterView cluster, NodeVerdicts verdicts, DryRun dryRun) {
      return new PostFilterResult(verdict, node);
    }
  }
}
