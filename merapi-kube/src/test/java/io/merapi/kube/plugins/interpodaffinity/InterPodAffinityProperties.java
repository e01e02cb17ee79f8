package io.merapi.kube.plugins.interpodaffinity;

import io.merapi.api.framework.PluginContext;
import io.merapi.kube.plugins.DryRuns;
import org.junit.jupiter.api.Test;

class InterPodAffinityProperties {

  private static InterPodAffinity make(PluginContext context) {
    return new InterPodAffinity(InterPodAffinityArgs.DEFAULTS, context);
  }

  @Test
  void filterAfterAddAndRemoveIsFilterOfRebuiltCluster() {
    DryRuns.assertFollowsEveryChange(InterPodAffinityProperties::make);
  }

  @Test
  void finalScoresAreInRange() {
    DryRuns.assertScoresInRange(InterPodAffinityProperties::make);
  }
}
