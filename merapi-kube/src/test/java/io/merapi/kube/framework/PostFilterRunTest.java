package io.merapi.kube.framework;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.DryRun;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PostFilterPlugin;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
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

  private PostFilterOutcome run(Plugin... plugins) {
    SchedulingProfile profile = fixture.profile(plugins);
    return profile
        .filtering()
        .postFilter(profile.attempt(pod, fixture.cluster()), Map.of(), Nominations.NONE);
  }

  private static PostFilterPlugin room(String name, Verdict verdict, @Nullable String node) {
    return new Room(name, verdict, node);
  }

  private record Room(String name, Verdict verdict, @Nullable String node)
      implements PostFilterPlugin {

    @Override
    public PostFilterResult postFilter(
        CycleState state,
        PodInfo pod,
        ClusterView cluster,
        Map<String, Verdict> verdicts,
        DryRun dryRun) {
      return new PostFilterResult(verdict, node);
    }
  }
}
