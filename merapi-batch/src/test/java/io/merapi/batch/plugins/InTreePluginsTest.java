package io.merapi.batch.plugins;

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

  static final Iterable<InTreePlugin<?>> ALL = InTreePlugins.ALL;

  @Test
  void allPluginsHaveNamesOfTheirOwn() {
    assertThat(BatchPlugins.IN_TREE.names()).hasSize(24).doesNotHaveDuplicates();
    assertThat(InTreePlugins.named("numa-aware")).isPresent();
    assertThat(InTreePlugins.named("numaaware")).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @FieldSource("ALL")
  void aPluginRegistersForNothingBeyondItsPoints(InTreePlugin<?> spec) {
    assertThat(spec.points()).isNotEmpty().containsAll(spec.registered(spec.byDefault()));
  }

  @Test
  void drfOrdersQueuesOnlyInAHierarchy() {
    InTreePlugin<?> drf = InTreePlugins.named("drf").orElseThrow();
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
    InTreePlugin<?> binpack = InTreePlugins.named("binpack").orElseThrow();
    var weightless =
        new PluginOption("binpack", PluginSwitch.defaults(), new BinpackArgs(0, Map.of()));

    assertThat(binpack.registered(weightless)).isEmpty();
    assertThat(BatchPlugins.IN_TREE.heeds(weightless, PluginSwitch.NODE_ORDER)).isFalse();
    assertThat(BatchPlugins.IN_TREE.heeds(binpack.byDefault(), PluginSwitch.NODE_ORDER)).isTrue();
  }

  @Test
  void theExtenderDoesOnlyWhatItHasAVerbFor() {
    InTreePlugin<?> extender = InTreePlugins.named("extender").orElseThrow();

    assertThat(extender.registered(extender.byDefault())).isEmpty();
  }
}
