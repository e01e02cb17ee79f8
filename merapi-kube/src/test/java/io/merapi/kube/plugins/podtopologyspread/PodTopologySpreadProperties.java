package io.merapi.kube.plugins.podtopologyspread;

import io.merapi.api.framework.PluginContext;
import io.merapi.kube.plugins.DryRuns;
import org.junit.jupiter.api.Test;

class PodTopologySpreadProperties {

  private static PodTopologySpread make(PluginContext context) {
    return new PodTopologySpread(PodTopologySpreadArgs.DEFAULTS, context);
  }

  @Test
  void filterAfterAddAndRemoveIsFilterOfRebuiltCluster() {
    DryRuns.assertFollowsEveryChange(PodTopologySpreadProperties::make);
  }

  @Test
  void finalScoresAreInRange() {
    DryRuns.assertScoresInRange(PodTopologySpreadProperties::make);
  }
}
