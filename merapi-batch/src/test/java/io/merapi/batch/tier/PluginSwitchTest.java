package io.merapi.batch.tier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PluginSwitchTest {

  @ParameterizedTest
  @EnumSource
  void isFoundInBothSpellings(PluginSwitch one) {
    assertThat(PluginSwitch.of(one.key())).contains(one);
    assertThat(PluginSwitch.of(one.otherKey())).contains(one);
    assertThat(List.of(one.key(), one.otherKey()))
        .anyMatch(key -> key.startsWith("enabled"))
        .doesNotHaveDuplicates();
  }

  @Test
  void allButTwoAreOnByDefault() {
    assertThat(Arrays.stream(PluginSwitch.values()).filter(one -> !one.byDefault()))
        .containsExactly(PluginSwitch.HIERARCHY, PluginSwitch.CLUSTER_ORDER);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HIERARCHY")
  void governsAtLeastOneExtensionPoint(PluginSwitch one) {
    assertThat(Arrays.stream(ExtensionPoint.values()))
        .anyMatch(point -> point.switches().contains(one));
  }

  @Test
  void nothingKeepsAPluginFromUnifiedEviction() {
    var off = new PluginOption("gang", Set.of(), OtherArgs.NONE);

    assertThat(Arrays.stream(ExtensionPoint.values()).filter(off::takesPartIn))
        .containsExactly(
            ExtensionPoint.VICTIM_QUEUE_ORDER,
            ExtensionPoint.JOB_VALID,
            ExtensionPoint.UNIFIED_EVICTABLE,
            ExtensionPoint.EVENTS,
            ExtensionPoint.BINDER);
  }
}
