package io.merapi.kube.plugins.volumebinding;

import static io.merapi.api.framework.ClusterAction.ADD;
import static io.merapi.api.framework.ClusterAction.UPDATE_NODE_LABEL;
import static io.merapi.api.framework.ClusterAction.UPDATE_OBJECT;
import static io.merapi.kube.plugins.volumebinding.Storage.capacity;
import static io.merapi.kube.plugins.volumebinding.Storage.claim;
import static io.merapi.kube.plugins.volumebinding.Storage.csiNode;
import static io.merapi.kube.plugins.volumebinding.Storage.driver;
import static io.merapi.kube.plugins.volumebinding.Storage.storageClass;
import static io.merapi.kube.plugins.volumebinding.Storage.volume;
import static io.merapi.kube.plugins.volumebinding.Storage.where;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.EnqueueExtensions.Registration;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.Volume;
import io.merapi.api.storage.StorageClass;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which changes wake a pod that found no volumes. */
class VolumeHintsTest {

  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final PodBuilder POD =
      pod("p").claim("data").volume(new Volume.InlineCsi("inline.example.com"));

  private final PluginTrial trial = PluginTrial.trial();
  private final PodInfo pod = trial.info(POD);

  @Test
  void listensToStorageAndNodes() {
    assertThat(actions(ObjectKind.PERSISTENT_VOLUME)).containsExactlyInAnyOrder(ADD, UPDATE_OBJECT);
    assertThat(actions(ObjectKind.PERSISTENT_VOLUME_CLAIM))
        .containsExactlyInAnyOrder(ADD, UPDATE_OBJECT);
    assertThat(actions(ObjectKind.STORAGE_CLASS)).containsExactlyInAnyOrder(ADD, UPDATE_OBJECT);
    assertThat(actions(ObjectKind.CSI_NODE)).containsExactlyInAnyOrder(ADD, UPDATE_OBJECT);
    assertThat(actions(ObjectKind.CSI_STORAGE_CAPACITY))
        .containsExactlyInAnyOrder(ADD, UPDATE_OBJECT);
    assertThat(actions(ObjectKind.CSI_DRIVER)).containsExactly(UPDATE_OBJECT);
    assertThat(actions(ObjectKind.NODE)).containsExactlyInAnyOrder(ADD, UPDATE_NODE_LABEL);
  }

  @Test
  void everyVolumeAndNodeMayHelp() {
    assertThat(mayHelp(null, volume("pv", "1Gi").build())).isTrue();
    assertThat(mayHelp(volume("pv", "1Gi").build(), volume("pv", "2Gi").build())).isTrue();
    assertThat(mayHelp(null, node("n").build())).isTrue();
  }

  @Test
  void claimOfThePodMayHelp() {
    assertThat(mayHelp(null, claim("data", "1Gi").build())).isTrue();
    assertThat(mayHelp(claim("data", "1Gi").build(), claim("data", "1Gi").boundTo("pv").build()))
        .isTrue();
  }

  @Test
  void otherClaimsDoNotHelp() {
    assertThat(mayHelp(null, claim("other", "1Gi").build())).isFalse();
    PodInfo elsewhere = trial.info(pod("q").namespace("elsewhere").claim("data"));
    assertThat(
            registration(ObjectKind.PERSISTENT_VOLUME_CLAIM)
                .hint()
                .mayHelp(
                    elsewhere, new ObjectChange(null, claim("data", "1Gi").build()), trial.view()))
        .isFalse();
  }

  @Test
  void newClassMayHelp() {
    assertThat(mayHelp(null, storageClass("ssd", "x", "WaitForFirstConsumer"))).isTrue();
  }

  @Test
  void classHelpsWhenItMakesVolumesElsewhere() {
    StorageClass before = storageClass("ssd", "x", "WaitForFirstConsumer", where(ZONE, "z1"));

    assertThat(
            mayHelp(
                before, storageClass("ssd", "x", "WaitForFirstConsumer", where(ZONE, "z1", "z2"))))
        .isTrue();
    assertThat(mayHelp(before, storageClass("ssd", "y", "WaitForFirstConsumer", where(ZONE, "z1"))))
        .isFalse();
  }

  @Test
  void csiNodeHelpsWhenItsMigratedPluginsChange() {
    assertThat(mayHelp(null, csiNode("n", ""))).isTrue();
    assertThat(mayHelp(csiNode("n", ""), csiNode("n", "kubernetes.io/aws-ebs"))).isTrue();
    assertThat(mayHelp(csiNode("n", ""), csiNode("n", ""))).isFalse();
  }

  @Test
  void driverOfAVolumeInThePodHelpsWhenItStopsHeedingCapacity() {
    assertThat(mayHelp(driver("inline.example.com", true), driver("inline.example.com", false)))
        .isTrue();
    assertThat(mayHelp(driver("inline.example.com", false), driver("inline.example.com", true)))
        .isFalse();
    assertThat(mayHelp(driver("other.example.com", true), driver("other.example.com", false)))
        .isFalse();
  }

  @Test
  void capacityHelpsWhenALargerVolumeCanBeMade() {
    ClusterObject before = capacity("pool", "ssd", "", "", "10Gi", "5Gi");

    assertThat(mayHelp(null, before)).isTrue();
    assertThat(mayHelp(before, capacity("pool", "ssd", "", "", "10Gi", "6Gi"))).isTrue();
    assertThat(mayHelp(before, capacity("pool", "ssd", "", "", "99Gi", "5Gi"))).isFalse();
    assertThat(mayHelp(before, capacity("pool", "ssd", "", "", null, null))).isFalse();
    assertThat(
            mayHelp(
                capacity("pool", "ssd", "", "", null, null),
                capacity("pool", "ssd", "", "", "1Gi", null)))
        .isTrue();
  }

  private boolean mayHelp(@Nullable ClusterObject before, ClusterObject after) {
    return registration(after.kind())
        .hint()
        .mayHelp(pod, new ObjectChange(before, after), trial.view());
  }

  private static Set<ClusterAction> actions(ObjectKind kind) {
    return registration(kind).actions();
  }

  private static Registration registration(ObjectKind kind) {
    return VolumeHints.REGISTRATIONS.stream()
        .filter(registration -> registration.kind() == kind)
        .findFirst()
        .orElseThrow();
  }
}
