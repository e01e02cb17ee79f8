package io.merapi.kube.framework;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.PreEnqueuePlugin;
import io.merapi.api.framework.PreFilterResult;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.configuration.ProfilePlugins;
import io.merapi.kube.framework.TestPlugins.Filter;
import io.merapi.kube.framework.TestPlugins.Only;
import io.merapi.kube.framework.TestPlugins.PreFilter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SchedulingProfileTest {

  private final ProfileFixture fixture = new ProfileFixture(node("a").build(), node("b").build());
  private final PodInfo pod = fixture.pod(pod("p").build());

  @Test
  void namesPluginsThatCannotBeMadeAndRunsTheOthers() {
    Filter present = Filter.rejecting("present", "no", "a");
    var absent = Filter.accepting("absent");
    Profile configuration = ProfileFixture.configuration(Map.of(), absent, present);

    var profile =
        new SchedulingProfile(configuration, ProfileFixture.making(present), fixture.context());

    assertThat(profile.missing()).containsExactly("absent");
    assertThat(
            profile
                .filtering()
                .filter(profile.attempt(pod, fixture.cluster()), fixture.node("a"))
                .plugin())
        .isEqualTo("present");
  }

  @Test
  void refusesAPluginAtAPointWhereItTakesNoPart() {
    var plugins =
        new ProfilePlugins(Map.of(ExtensionPoint.SCORE, List.of("x")), Map.of(), Map.of());
    var configuration = new Profile("test", null, plugins, Map.of());

    assertThatThrownBy(() ->
            new SchedulingProfile(
                configuration, ProfileFixture.making(Filter.accepting("x")), fixture.context()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("plugin (x) is enabled as ScorePlugin, which it is not");
  }

  @Test
  void keepsAPodOutOfTheQueueByTheFirstPluginThatSaysSo() {
    SchedulingProfile profile =
        fixture.profile(
            new Gate("open", Verdict.success()),
            new Gate("shut", TestPlugins.never("gated")),
            new Gate("also", TestPlugins.never("held")));

    assertThat(profile.preEnqueue(pod, fixture.cluster()))
        .isEqualTo(new PluginVerdict(TestPlugins.never("gated"), "shut"));
    assertThat(profile.keptOutBy(pod, fixture.cluster()))
        .extracting(PluginVerdict::plugin)
        .containsExactly("shut", "also");
  }

  @Test
  void asksEachPluginByItselfAboutAllNodes() {
    SchedulingProfile profile =
        fixture.profile(
            Filter.rejecting("strict", "no", "a", "b"),
            Only.nodes("only", "a"),
            new PreFilter("skips", PreFilterResult.SKIP),
            Filter.rejecting("late", "never", "b"));

    Map<String, LonePlugin.Answer> answers =
        profile.lonePlugins().stream()
            .collect(
                Collectors.toMap(LonePlugin::name, plugin -> plugin.ask(pod, fixture.cluster())));

    assertThat(answer(answers, "late").rejections()).containsOnlyKeys("b");
    assertThat(answer(answers, "strict").rejections()).containsOnlyKeys("a", "b");
    assertThat(answer(answers, "only").preFilter().nodeNames()).containsExactly("a");
    assertThat(answer(answers, "skips"))
        .isEqualTo(new LonePlugin.Answer(PreFilterResult.SKIP, Map.of()));
  }

  private static LonePlugin.Answer answer(Map<String, LonePlugin.Answer> answers, String plugin) {
    return Objects.requireNonNull(answers.get(plugin));
  }

  private record Gate(String name, Verdict verdict) implements PreEnqueuePlugin {

    @Override
    public Verdict preEnqueue(PodInfo pod, ClusterView cluster) {
      return verdict;
    }
  }
}
