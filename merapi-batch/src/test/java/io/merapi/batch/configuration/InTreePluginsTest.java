package io.merapi.batch.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.batch.plugins.binpack.BinpackArgs;
import io.merapi.batch.tier.ExtensionPoint;
import io.merapi.batch.tier.PluginOption;
import io.merapi.batch.tier.PluginSwitch;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class InTreePluginsTest {

  static final Iterable<PluginSpec<?>> ALL = InTreePlugins.ALL;

  @Test
  void allPluginsHaveNamesOfTheirOwn() {
    assertThat(InTreePlugins.names()).hasSize(24).doesNotHaveDuplicates();
    assertThat(InTreePlugins.named("numa-aware")).isPresent();
    assertThat(InTreePlugins.named("numaaware")).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @FieldSource("ALL")
  void aPluginRegistersForNothingBeyondItsPoints(PluginSpec<?> spec) {
    assertThat(spec.points()).isNotEmpty().containsAll(spec.registered(spec.byDefault()));
  }

  @Test
  void drfOrdersQueuesOnlyInAHierarchy() {
    PluginSpec<?> drf = InTreePlugins.named("drf").orElseThrow();
    var on = EnumSet.copyOf(drf.byDefault().on());
    on.add(PluginSwitch.HIERARCHY);
    var hierarchical = new PluginOption("drf", on, drf.defaults());

    assertThat(drf.registered(drf.byDefault()))
        .doesNotContain(ExtensionPoint.QUEUE_ORDER, ExtensionPoint.RECLAIMABLE);
    assertThat(drf.registered(hierarchical))
        .contains(ExtensionPoint.QUEUE_ORDER, ExtensionPoint.RECLAIMABLE);
  }

  @Test
  void binpackWithoutWeightDoesNotScore() {
    PluginSpec<?> binpack = InTreePlugins.named("binpack").orElseThrow();
    var weightless =
        new PluginOption("binpack", PluginSwitch.defaults(), new BinpackArgs(0, Map.of()));

    assertThat(binpack.registered(weightless)).isEmpty();
    assertThat(binpack.heeds(PluginSwitch.NODE_ORDER, weightless)).isFalse();
    assertThat(binpack.heeds(PluginSwitch.NODE_ORDER, binpack.byDefault())).isTrue();
  }

  @Test
  void theExtenderDoesOnlyWhatItHasAVerbFor() {
    PluginSpec<?> extender = InTreePlugins.named("extender").orElseThrow();

    assertThat(extender.registered(extender.byDefault())).isEmpty();
  }
}
