package io.merapi.kube.framework;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.TestPlugins.Only;
import io.merapi.kube.framework.TestPlugins.PreFilter;
import java.util.ArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PreFilterRunTest {

  private final ProfileFixture fixture =
      new ProfileFixture(node("a").build(), node("b").build(), node("c").build());
  private final PodInfo pod = fixture.pod(pod("p").build());

  @Test
  void leavesThePluginsThatSkipOutOfTheFilters() {
    SchedulingProfile profile = fixture.profile(new PreFilter("skips", PreFilterResult.SKIP));
    PodAttempt attempt = profile.attempt(pod, fixture.cluster());

    PreFilterOutcome outcome = profile.filtering().preFilter(attempt);

    assertThat(outcome.result()).isEqualTo(PluginVerdict.SUCCESS);
    assertThat(outcome.skipped()).containsExactly("skips");
    assertThat(profile.filtering().filter(attempt, fixture.node("a")).isSuccess()).isTrue();
  }

  @Test
  void looksOnlyAtNodesThatAllPluginsName() {
    PreFilterOutcome outcome = run(Only.nodes("x", "a", "b"), Only.nodes("y", "b", "c"));

    assertThat(outcome.result().isSuccess()).isTrue();
    assertThat(outcome.nodeNames()).containsExactly("b");
    assertThat(outcome.restrictedBy()).containsExactly("x", "y");
  }

  @Test
  void namesNoNodesWhereNoPluginRestrictsThem() {
    assertThat(run(new PreFilter("all", PreFilterResult.ALL_NODES)).nodeNames()).isNull();
  }

  @Test
  void namesThePluginsWhoseNodesDoNotMeet() {
    PreFilterOutcome outcome = run(Only.nodes("y", "a"), Only.nodes("x", "b"));

    assertThat(outcome.result().verdict().code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(outcome.result().plugin()).isEmpty();
    assertThat(outcome.result().message())
        .isEqualTo("node(s) didn't satisfy plugin(s) [x y] simultaneously");
  }

  @Test
  void namesThePluginThatLeavesNoNodeByItself() {
    assertThat(run(Only.nodes("x")).result().message())
        .isEqualTo("node(s) didn't satisfy plugin x");
  }

  @Test
  void endsWithARejectionThatNothingLifts() {
    PreFilterOutcome outcome =
        run(answering("first", TestPlugins.never("no way")), answering("second", Verdict.skip()));

    assertThat(outcome.result()).isEqualTo(new PluginVerdict(TestPlugins.never("no way"), "first"));
    assertThat(outcome.skipped()).isEmpty();
  }

  @Test
  void goesOnAfterARejectionThatEvictionMightLift() {
    PreFilterOutcome outcome =
        run(answering("first", TestPlugins.no("later")), answering("second", Verdict.skip()));

    assertThat(outcome.result()).isEqualTo(new PluginVerdict(TestPlugins.no("later"), "first"));
    assertThat(outcome.skipped()).containsExactly("second");
  }

  @Test
  void wrapsAnErrorInTheNameOfThePlugin() {
    PreFilterOutcome outcome = run(answering("x", Verdict.error("broken")));

    assertThat(outcome.result())
        .isEqualTo(new PluginVerdict(Verdict.error("running PreFilter plugin \"x\": broken"), "x"));
  }

  @Test
  void takesAPluginThatThrowsForAnError() {
    PreFilterPlugin throwing =
        new PreFilterPlugin() {
          @Override
          public String name() {
            return "x";
          }

          @Override
          public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
            throw new IllegalStateException("oops");
          }
        };

    assertThat(run(throwing).result().message())
        .isEqualTo(
            "running PreFilter plugin \"x\": the plugin threw java.lang.IllegalStateException:"
                + " oops");
  }

  @Test
  void preparesTheFiltersThatAreLeftAlsoForDryRunsAfterARejection() {
    var prepared = new ArrayList<String>();

    run(
        answering("rejecting", TestPlugins.no("later")),
        new Preparing("asked", PreFilterResult.ALL_NODES, prepared::add),
        new Preparing("skipping", PreFilterResult.SKIP, prepared::add));

    assertThat(prepared).containsExactly("asked");
  }

  @Test
  void takesAFilterThatThrowsWhilePreparingForAnError() {
    Consumer<String> failing =
        _ -> {
          throw new IllegalStateException("oops");
        };

    assertThat(run(new Preparing("x", PreFilterResult.ALL_NODES, failing)).result().message())
        .isEqualTo(
            "running \"x\" filter plugin: the plugin threw java.lang.IllegalStateException: oops");
  }

  private PreFilterOutcome run(Plugin... plugins) {
    SchedulingProfile profile = fixture.profile(plugins);
    return profile.filtering().preFilter(profile.attempt(pod, fixture.cluster()));
  }

  private static PreFilter answering(String name, Verdict verdict) {
    return new PreFilter(name, PreFilterResult.of(verdict));
  }

  /** Tells when its filter is prepared. */
  private record Preparing(String name, PreFilterResult answer, Consumer<String> listener)
      implements PreFilterPlugin, FilterPlugin {

    @Override
    public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
      return answer;
    }

    @Override
    public void prepareFilter(CycleState state, PodInfo pod, ClusterView cluster) {
      listener.accept(name);
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      return Verdict.success();
    }
  }
}
