package io.merapi.kube.framework;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleKey;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.PreFilterPlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.framework.TestPlugins.Filter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilterRunTest {

  private static final Verdict FITS = Verdict.success();

  private final ProfileFixture fixture = new ProfileFixture(node("a").build());
  private final PodInfo pod = fixture.pod(pod("p").priority(5).build());

  @Test
  void stopsAtTheFirstPluginThatDoesNotAccept() {
    var asked = new ArrayList<String>();
    SchedulingProfile profile =
        fixture.profile(
            recording(asked, "first", Verdict.success()),
            recording(asked, "second", TestPlugins.no("full")),
            recording(asked, "third", TestPlugins.no("never asked")));

    PluginVerdict verdict = filter(profile);

    assertThat(verdict).isEqualTo(new PluginVerdict(TestPlugins.no("full"), "second"));
    assertThat(asked).containsExactly("first", "second");
  }

  @Test
  void wrapsAnErrorInTheNameOfThePlugin() {
    SchedulingProfile profile = fixture.profile(new Filter("x", _ -> Verdict.error("broken")));

    assertThat(filter(profile))
        .isEqualTo(new PluginVerdict(Verdict.error("running \"x\" filter plugin: broken"), "x"));
  }

  @Test
  void takesAPluginThatThrowsForAnError() {
    SchedulingProfile profile =
        fixture.profile(
            new Filter(
                "x",
                _ -> {
                  throw new IllegalStateException("oops");
                }));

    PluginVerdict verdict = filter(profile);

    assertThat(verdict.verdict().code()).isEqualTo("Error");
    assertThat(verdict.plugin()).isEqualTo("x");
    assertThat(verdict.message())
        .isEqualTo(
            "running \"x\" filter plugin: the plugin threw java.lang.IllegalStateException: oops");
  }

  @Test
  void leavesRoomForPodsNominatedWithAtLeastItsPriority() {
    var full = new PodLimit(fixture, 1);
    SchedulingProfile profile = fixture.profile(full);

    assertThat(filter(profile, nominated("same", 5)).message()).isEqualTo("too many pods");
    assertThat(filter(profile, nominated("higher", 6)).message()).isEqualTo("too many pods");
    assertThat(filter(profile, nominated("lower", 4)).isSuccess()).isTrue();
  }

  @Test
  void doesNotLeaveRoomForItself() {
    SchedulingProfile profile = fixture.profile(new PodLimit(fixture, 1));

    assertThat(filter(profile, pod).isSuccess()).isTrue();
  }

  @Test
  void mustAlsoFitWithoutTheNominatedPods() {
    SchedulingProfile profile =
        fixture.profile(
            new Filter("company", node -> node.pods().isEmpty() ? TestPlugins.no("alone") : FITS));

    assertThat(filter(profile, nominated("friend", 9)).message()).isEqualTo("alone");
  }

  @Test
  void tellsPreFiltersOfNominatedPodsOnlyInADryRun() {
    var limit = new PodLimit(fixture, 9);
    SchedulingProfile profile = fixture.profile(limit);
    PodAttempt attempt = profile.attempt(pod, fixture.cluster());
    profile.filtering().preFilter(attempt);

    profile
        .filtering()
        .filter(attempt, fixture.node("a"), List.of(nominated("x", 9), nominated("y", 9)));

    assertThat(limit.heard)
        .containsExactly("default/x on [default/x]", "default/y on" + " [default/x, default/y]");
    assertThat(attempt.state().get(limit.key)).isEqualTo(new PodLimit.Added(0));
    assertThat(fixture.node("a").pods()).isEmpty();
  }

  @Test
  void failsWhereAPreFilterCannotTakeAPodIn() {
    SchedulingProfile profile = fixture.profile(new Deaf("deaf"));

    PluginVerdict verdict = filter(profile, nominated("x", 9));

    assertThat(verdict)
        .isEqualTo(
            PluginVerdict.failed("running AddPod on PreFilter plugin \"deaf\": cannot hear"));
  }

  private PluginVerdict filter(SchedulingProfile profile, PodInfo... nominated) {
    PodAttempt attempt = profile.attempt(pod, fixture.cluster());
    profile.filtering().preFilter(attempt);
    return profile.filtering().filter(attempt, fixture.node("a"), List.of(nominated));
  }

  private PodInfo nominated(String name, int priority) {
    return fixture.pod(pod(name).priority(priority).nominatedTo("a").build());
  }

  private static Filter recording(List<String> asked, String name, Verdict verdict) {
    return new Filter(
        name,
        _ -> {
          asked.add(name);
          return verdict;
        });
  }

  /** Lets a node hold so many pods, and hears of pods that are added. */
  private static final class PodLimit implements PreFilterPlugin, FilterPlugin {

    final List<String> heard = new ArrayList<>();
    final CycleKey<Added> key;
    private final int limit;

    PodLimit(ProfileFixture fixture, int limit) {
      this.key = fixture.key("PodLimit", Added.class);
      this.limit = limit;
    }

    record Added(int pods) {}

    @Override
    public String name() {
      return "PodLimit";
    }

    @Override
    public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
      state.put(key, new Added(0));
      return PreFilterResult.ALL_NODES;
    }

    @Override
    public Verdict addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {
      heard.add(added + " on " + node.pods());
      state.put(key, new Added(1));
      return Verdict.success();
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      return node.pods().size() < limit ? Verdict.success() : TestPlugins.no("too many pods");
    }
  }

  /** Cannot take pods in. */
  private record Deaf(String name) implements PreFilterPlugin {

    @Override
    public PreFilterResult preFilter(CycleState state, PodInfo pod, ClusterView cluster) {
      return PreFilterResult.ALL_NODES;
    }

    @Override
    public Verdict addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {
      return Verdict.error("cannot hear");
    }
  }
}
