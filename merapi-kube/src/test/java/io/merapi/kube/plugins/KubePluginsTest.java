package io.merapi.kube.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.EnqueueExtensions;
import io.merapi.api.framework.FilterPlugin;
import io.merapi.api.framework.Plugin;
import io.merapi.api.framework.PluginContext;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.plugin.Arguments;
import io.merapi.api.plugin.KubePluginSpec;
import io.merapi.api.plugin.NoArguments;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.configuration.ExtensionPoint;
import io.merapi.kube.configuration.Profile;
import io.merapi.kube.configuration.ProfilePlugins;
import io.merapi.kube.framework.PluginSetupException;
import io.merapi.kube.framework.SchedulerParts;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KubePluginsTest {

  private static final Profile PROFILE =
      new Profile(
          "default-scheduler",
          null,
          new ProfilePlugins(Map.of(), Map.of(), Map.of()),
          Map.of("Custom", NoArguments.NONE));

  @Test
  void aPluginFromElsewhereIsMadeByItsSpec() {
    Plugin plugin = new Custom("Custom");
    assertThat(make(() -> plugin)).isSameAs(plugin);
  }

  @Test
  void itTakesPartWhereItsClassImplementsTheInterface() {
    KubePlugins plugins = KubePlugins.with(List.of(new Spec(() -> new Custom("Custom"))));
    assertThat(plugins.registry().points("Custom")).containsExactly(ExtensionPoint.FILTER);
  }

  @Test
  void aNameIsGivenOnce() {
    var spec = new Spec(() -> new Custom("Custom"));
    assertThatThrownBy(() -> KubePlugins.with(List.of(spec, spec)))
        .hasMessage("a plugin named (Custom) exists already");
  }

  @Test
  void onePluginThatCannotBeMadeIsNamed() {
    assertRefused(
        () -> {
          throw new NoClassDefFoundError("acme/Gone");
        },
        "plugin (Custom) cannot be made: java.lang.NoClassDefFoundError: acme/Gone");
    assertRefused(
        () -> new Custom("Other"), "plugin (Custom) made an instance of another name (Other)");
    assertRefused(() -> () -> "Custom", "is no io.merapi.kube.plugins.KubePluginsTest$Custom");
  }

  @Test
  void onePluginThatThrowsWhenItIsAskedWhatItWaitsForIsNamed() {
    assertRefused(
        () ->
            new Custom("Custom") {
              @Override
              public List<Registration> eventsToRegister() {
                throw new IllegalStateException("not today");
              }
            },
        "plugin (Custom) cannot be made: java.lang.IllegalStateException: not today");
  }

  private static void assertRefused(Supplier<Plugin> maker, String why) {
    assertThatThrownBy(() -> make(maker))
        .isInstanceOf(PluginSetupException.class)
        .hasMessageContaining(why);
  }

  private static @Nullable Plugin make(Supplier<Plugin> maker) {
    return KubePlugins.with(List.of(new Spec(maker)))
        .factories(SchedulerParts.forQuestions())
        .make("Custom", PROFILE, PluginTrial.trial().context());
  }

  private record Spec(Supplier<Plugin> maker) implements KubePluginSpec<NoArguments> {

    @Override
    public String name() {
      return "Custom";
    }

    @Override
    public Class<Custom> type() {
      return Custom.class;
    }

    @Override
    public NoArguments bind(Arguments in, FeatureGates gates) {
      return NoArguments.NONE;
    }

    @Override
    public Plugin make(NoArguments arguments, PluginContext context) {
      return maker.get();
    }
  }

  private static class Custom implements FilterPlugin, EnqueueExtensions {

    private final String name;

    Custom(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Verdict filter(CycleState state, PodInfo pod, NodeInfo node) {
      return Verdict.success();
    }

    @Override
    public List<Registration> eventsToRegister() {
      return List.of();
    }
  }
}
