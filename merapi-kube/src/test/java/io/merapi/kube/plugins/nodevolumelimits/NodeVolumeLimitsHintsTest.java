package io.merapi.kube.plugins.nodevolumelimits;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.Volume;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.ClaimTemplate;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.ClaimBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeVolumeLimitsHintsTest {

  private static final Volume.Source DISK = new Volume.AwsElasticBlockStore("vol-1", false);

  private final PluginTrial trial = trial();
  private final NodeVolumeLimits plugin = new NodeVolumeLimits(trial.context());

  @Test
  void wakesForEveryNewCsiNode() {
    assertThat(trial.wakes(plugin, pod("p"), ClusterAction.ADD, null, csiNode("driver", null)))
        .isTrue();
  }

  @Test
  void wakesWhenALimitIsRaisedAndIgnoresOneThatIsLowered() {
    assertThat(wakesFrom(csiNode("driver", 1), csiNode("driver", 2))).isTrue();
    assertThat(wakesFrom(csiNode("driver", null), csiNode("driver", 1))).isTrue();
    assertThat(wakesFrom(csiNode("driver", 1), csiNode("other", 1))).isTrue();
    assertThat(wakesFrom(csiNode("driver", 2), csiNode("driver", 2))).isFalse();
    assertThat(wakesFrom(csiNode("driver", 2), csiNode("driver", 1))).isFalse();
    assertThat(wakesFrom(csiNode("driver", 2), csiNode("driver", null))).isFalse();
  }

  @Test
  void wakesWhenAPodWithVolumesLeavesANode() {
    assertThat(wakesWithout(pod("gone").claim("any").on("n").build())).isTrue();
    assertThat(wakesWithout(pod("gone").volume(DISK).on("n").build())).isTrue();
    assertThat(wakesWithout(pod("gone").claim("any").nominatedTo("n").build())).isTrue();
  }

  @Test
  void ignoresPodsWithoutVolumesThatCountOrWithoutANode() {
    assertThat(wakesWithout(pod("gone").on("n").build())).isFalse();
    assertThat(wakesWithout(pod("gone").volume(new Volume.InlineCsi("driver")).on("n").build()))
        .isFalse();
    assertThat(wakesWithout(pod("gone").claim("any").build())).isFalse();
  }

  @Test
  void wakesForAClaimOfThePodAndIgnoresOthers() {
    var template =
        new ClaimTemplate(
            Labels.EMPTY,
            Labels.EMPTY,
            new ClaimSpec(List.of(), ResourceList.EMPTY, null, null, "", null, null));
    PodBuilder waiting = pod("p").claim("c").volume(new Volume.Ephemeral(template));
    assertThat(wakesWith(waiting, claim("c"))).isTrue();
    assertThat(wakesWith(waiting, claim("p-volume-1"))).isTrue();
    assertThat(wakesWith(waiting, claim("other"))).isFalse();
    assertThat(wakesWith(waiting, claim("c").namespace("elsewhere"))).isFalse();
  }

  @Test
  void wakesForADetachedVolumeThatMayBeOfItsDriver() {
    assertThat(wakesDetached(pod("p").claim("c"), "any.example.com")).isTrue();
    assertThat(wakesDetached(pod("p").volume(DISK), "ebs.csi.aws.com")).isTrue();
  }

  @Test
  void ignoresDetachedVolumesOfOtherDrivers() {
    assertThat(wakesDetached(pod("p").volume(DISK), "other.example.com")).isFalse();
    assertThat(wakesDetached(pod("p").volume(new Volume.InlineCsi("driver")), "driver")).isFalse();
  }

  @Test
  void wakesWhereUpstreamsHintFails() {
    var dedicated = new Volume.AzureDisk("uri", "Dedicated", false);
    assertThat(wakesDetached(pod("p").volume(dedicated), "other.example.com")).isTrue();
  }

  private boolean wakesFrom(CsiNode before, CsiNode after) {
    return trial.wakes(plugin, pod("p"), ClusterAction.UPDATE_OBJECT, before, after);
  }

  private boolean wakesWithout(Pod gone) {
    return trial.wakes(plugin, pod("p").claim("c"), ClusterAction.DELETE, gone, null);
  }

  private boolean wakesWith(PodBuilder waiting, ClaimBuilder claim) {
    return trial.wakes(plugin, waiting, ClusterAction.ADD, null, claim.build());
  }

  private boolean wakesDetached(PodBuilder waiting, String attacher) {
    var attachment = new VolumeAttachment(ObjectMeta.named("", "at"), attacher, "n", "pv");
    return trial.wakes(plugin, waiting, ClusterAction.DELETE, attachment, null);
  }

  private static CsiNode csiNode(String driver, @Nullable Integer count) {
    return new CsiNode(
        ObjectMeta.named("", "n"), List.of(new CsiNode.Driver(driver, "n", List.of(), count)));
  }
}
