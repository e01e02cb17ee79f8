package io.merapi.batch.kubeplugins;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PluginHomeTest {

  private final PluginHome<Settings, Object> home = new PluginHome<>(_ -> new Object());

  @Test
  void theSameSettingsGiveTheSamePlugins() {
    Object first = home.of(new Settings("a"));
    assertThat(home.of(new Settings("a"))).isSameAs(first);
  }

  @Test
  void otherSettingsGiveNewOnes() {
    Object first = home.of(new Settings("a"));
    assertThat(home.of(new Settings("b"))).isNotSameAs(first);
    assertThat(home.of(new Settings("a"))).isNotSameAs(first);
  }

  private record Settings(String text) {}
}
