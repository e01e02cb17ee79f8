package io.merapi.kube.plugins.volumerestrictions;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.api.pod.Volume;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.ClaimBuilder;
import io.merapi.testkit.PodBuilder;
import org.junit.jupiter.api.Test;

class VolumeRestrictionsHintsTest {

  private static final Volume.Source DISK = new Volume.AwsElasticBlockStore("vol-1", false);

  private final PluginTrial trial = trial();
  private final VolumeRestrictions plugin = new VolumeRestrictions(trial.context());
  private final PodBuilder waiting = pod("p").volume(DISK).claim("c");

  @Test
  void wakesWhenAPodWithItsDiskOrItsClaimGoes() {
    assertThat(wakesWithout(pod("gone").volume(DISK))).isTrue();
    assertThat(wakesWithout(pod("gone").claim("c"))).isTrue();
  }

  @Test
  void ignoresPodsWithOtherVolumesAndPodsOfOtherNamespaces() {
    assertThat(wakesWithout(pod("gone").claim("other"))).isFalse();
    assertThat(wakesWithout(pod("gone"))).isFalse();
    assertThat(wakesWithout(pod("gone").namespace("elsewhere").volume(DISK))).isFalse();
  }

  @Test
  void wakesForEveryNewNodeAndForNoUpdateOfOne() {
    assertThat(trial.wakes(plugin, waiting, ClusterAction.ADD, null, node("n").build())).isTrue();
    assertThat(
            trial.wakes(
                plugin,
                waiting,
                ClusterAction.UPDATE_NODE_LABEL,
                node("n").build(),
                node("n").label("a", "b").build()))
        .isFalse();
  }

  @Test
  void wakesWhenItsClaimComesAndIgnoresOthers() {
    assertThat(wakesWith(claim("c"))).isTrue();
    assertThat(wakesWith(claim("other"))).isFalse();
    assertThat(wakesWith(claim("c").namespace("elsewhere"))).isFalse();
  }

  private boolean wakesWithout(PodBuilder gone) {
    return trial.wakes(plugin, waiting, ClusterAction.DELETE, gone.on("n").build(), null);
  }

  private boolean wakesWith(ClaimBuilder claim) {
    return trial.wakes(plugin, waiting, ClusterAction.ADD, null, claim.build());
  }
}
