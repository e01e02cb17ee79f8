package io.merapi.config.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.KubePluginSpec;
import io.merapi.api.pod.PodInfo;
import io.merapi.config.source.Problem;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.plugins.KubePlugins;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A plugin from elsewhere is configured as an in-tree one is. */
class CustomPluginArgumentsTest {

  private static final String HEAD =
      """
      apiVersion: kubescheduler.config.k8s.io/v1
      kind: KubeSchedulerConfiguration
      profiles:
      - plugins: {multiPoint: {enabled: [{name: Quiet}]}}
      """;

  @Test
  void runsAtThePointsWhoseInterfacesItImplements() {
    Profile profile = profile(read(HEAD));
    assertThat(profile.plugins().at(ExtensionPoint.FILTER)).contains("Quiet");
    assertThat(profile.plugins().at(ExtensionPoint.SCORE)).doesNotContain("Quiet");
  }

  @Test
  void readsItsArgumentsIntoItsOwnRecord() {
    KubeConfigurationReading reading =
        read(HEAD + "  pluginConfig: [{name: Quiet, args: {kind: QuietArgs, limit: 3}}]\n");
    assertThat(reading.problems()).isEmpty();
    assertThat(profile(reading).arguments("Quiet", Args.class)).isEqualTo(new Args(3));
  }

  @Test
  void hasItsDefaultsWhereTheFileSaysNothing() {
    assertThat(profile(read(HEAD)).arguments("Quiet", Args.class)).isEqualTo(new Args(7));
  }

  @Test
  void aBadValueIsRefusedWithItsPlace() {
    KubeConfigurationReading reading =
        read(HEAD + "  pluginConfig: [{name: Quiet, args: {limit: -1}}]\n");
    assertThat(reading.configuration()).isNull();
    assertThat(reading.problems())
        .extracting(Problem::path, Problem::message)
        .containsExactly(
            tuple("profiles[0].pluginConfig[0].args.limit", "(-1) must be at least 0"));
  }

  @Test
  void anUnknownKeyComesWithTheNearestKnownOne() {
    KubeConfigurationReading reading =
        read(HEAD + "  pluginConfig: [{name: Quiet, args: {limits: 1}}]\n");
    assertThat(reading.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.advice()).contains("limit"));
  }

  @Test
  void aMisspelledNameIsToldThatOfTheCustomPlugin() {
    KubeConfigurationReading reading = read(HEAD.replace("Quiet", "Quite"));
    assertThat(reading.configuration()).isNull();
    assertThat(reading.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.advice()).contains("Quiet"));
  }

  @Test
  void aPluginThatThrowsOverItsArgumentsIsNamed() {
    KubeConfigurationReading given =
        read(HEAD + "  pluginConfig: [{name: Quiet, args: {limit: 13}}]\n");
    assertThat(given.configuration()).isNull();
    assertThat(given.problems())
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.path()).isEqualTo("profiles[0].pluginConfig[0].args");
          assertThat(problem.message()).contains("NoSuchMethodError: thirteen");
        });
  }

  private static KubeConfigurationReading read(String text) {
    return new KubeConfigurationReader(KubePlugins.with(Set.of(new QuietSpec())))
        .read("scheduler.yaml", text, FeatureGates.DEFAULTS);
  }

  private static Profile profile(KubeConfigurationReading reading) {
    assertThat(reading.problems()).isEmpty();
    KubeConfiguration configuration = Objects.requireNonNull(reading.configuration());
    return List.copyOf(configuration.profiles()).getFirst();
  }

  record Args(long limit) {}

  private static final class QuietSpec implements KubePluginSpec<Args> {

    @Override
    public String name() {
      return "Quiet";
    }

    @Override
    public Class<Quiet> type() {
      return Quiet.class;
    }

    @Override
    public Args bind(Arguments in, FeatureGates gates) {
      long limit = in.integer("limit").atLeast(0).or(7L);
      if (limit == 13) {
        throw new NoSuchMethodError("thirteen");
      }
      return new Args(limit);
    }

    @Override
    public Plugin make(Args arguments, PluginContext context) {
      return new Quiet();
    }
  }

  private static final class Quiet implements FilterPlugin {

    @Override
    public String name() {
      return "Quiet";
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      return Verdict.success();
    }
  }
}
