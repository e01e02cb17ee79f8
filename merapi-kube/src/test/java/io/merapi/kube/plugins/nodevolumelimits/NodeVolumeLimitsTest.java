package io.merapi.kube.plugins.nodevolumelimits;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.VolumeBuilder.volume;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Volume;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.ClaimTemplate;
import io.merapi.api.storage.CsiDriver;
import io.merapi.api.storage.CsiNode;
import io.merapi.api.storage.StorageClass;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.api.storage.VolumeSource;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeVolumeLimitsTest {

  private static final String DRIVER = "driver.example.com";
  private static final String EBS = "ebs.csi.aws.com";
  private static final Volume.Source EPHEMERAL =
      new Volume.Ephemeral(
          new ClaimTemplate(
              Labels.EMPTY,
              Labels.EMPTY,
              new ClaimSpec(List.of(), ResourceList.EMPTY, null, null, "", null, null)));

  private final PluginTrial trial = trial().with(node("n"));
  private final NodeVolumeLimits plugin = new NodeVolumeLimits(trial.context());

  @Test
  void hasNoPartInPodsWithoutVolumesThatCount() {
    assertThat(preFilter(pod("p"))).isEqualTo(Verdict.skip());
    assertThat(preFilter(pod("p").volume(new Volume.InlineCsi(DRIVER)))).isEqualTo(Verdict.skip());
    assertThat(preFilter(pod("p").volume(new Volume.Iscsi("portal", "iqn", 0, false))))
        .isEqualTo(Verdict.skip());
    assertThat(preFilter(pod("p").volume(new Volume.AzureFile("secret", "share", false))))
        .isEqualTo(Verdict.success());
  }

  @Test
  void volumesOfPodsOnTheNodeTakeRoom() {
    limit(DRIVER, 2);
    placed("a");
    assertThat(fits(waiting("p"))).isTrue();
    placed("b");
    assertThat(fits(waiting("q"))).isFalse();
  }

  @Test
  void fullNodeIsRejectedWithTheNumbers() {
    limit(DRIVER, 1);
    placed("a");
    Verdict verdict = trial.filter(plugin, waiting("p"), "n");
    assertThat(verdict.code()).isEqualTo("Unschedulable");
    assertThat(verdict.texts()).containsExactly("node(s) exceed max volume count");
    assertThat(((Verdict.Rejected) verdict).reasons().getFirst().detail())
        .isEqualTo("driver driver.example.com: wants 1, 1 of 1 attached");
  }

  @Test
  void volumeThatIsThereAlreadyTakesNoMoreRoom() {
    limit(DRIVER, 1);
    placed("a");
    assertThat(fits(pod("p").claim("claim-a"))).isTrue();
  }

  @Test
  void otherDriversAndDriversWithoutALimitAreFree() {
    limit("other.example.com", 0);
    assertThat(fits(waiting("p"))).isTrue();
    limit(DRIVER, null);
    assertThat(fits(waiting("p"))).isTrue();
    limit(DRIVER, 0);
    assertThat(fits(waiting("p"))).isFalse();
  }

  @Test
  void nodeWithoutACsiNodeHasNoLimits() {
    assertThat(fits(waiting("p"))).isTrue();
  }

  @Test
  void attachmentsThatNoPodUsesTakeRoom() {
    limit(DRIVER, 1);
    trial.with(volume("left").csi(DRIVER, "left").build());
    PodBuilder pod = waiting("p");
    attach("at-other-node", "elsewhere", "left");
    assertThat(fits(pod)).isTrue();
    attach("at-node", "n", "left");
    assertThat(fits(pod)).isFalse();
  }

  @Test
  void attachmentOfAVolumeThatAPodUsesCountsOnce() {
    limit(DRIVER, 2);
    placed("a");
    attach("at", "n", "volume-a");
    attach("again", "n", "volume-a");
    assertThat(fits(waiting("p"))).isTrue();
  }

  @Test
  void attachmentsOfUnknownOrInTreeVolumesDoNotCount() {
    limit(DRIVER, 1);
    trial.with(volume("disk").source(new VolumeSource.AwsElasticBlockStore("vol-1")).build());
    attach("at", "n", "gone");
    attach("old", "n", "disk");
    attach("inline", "n", null);
    assertThat(fits(waiting("p"))).isTrue();
  }

  @Test
  void unboundClaimCountsForTheProvisionerOfItsClass() {
    limit(DRIVER, 1);
    trial
        .with(storageClass("fast", DRIVER))
        .with(claim("c").ofClass("fast").build())
        .with(claim("d").ofClass("fast").build())
        .with(claim("e").ofClass("unknown").build())
        .with(claim("f").build());
    assertThat(fits(pod("p").claim("c"))).isTrue();
    assertThat(fits(pod("p").claim("c").claim("d"))).isFalse();
    assertThat(fits(pod("p").claim("c").claim("e").claim("f"))).isTrue();
    trial.with(pod("there").claim("c").on("n"));
    assertThat(fits(pod("p").claim("c"))).isTrue();
    assertThat(fits(pod("p").claim("d"))).isFalse();
  }

  @Test
  void claimWhoseVolumeIsGoneCountsByItsClass() {
    limit(DRIVER, 0);
    trial
        .with(storageClass("fast", DRIVER))
        .with(claim("c").ofClass("fast").boundTo("gone").build());
    assertThat(fits(pod("p").claim("c"))).isFalse();
  }

  @Test
  void inTreeVolumesCountForTheDriverThatTookOver() {
    limit(EBS, 0);
    trial
        .with(storageClass("old", "kubernetes.io/aws-ebs"))
        .with(claim("new").ofClass("old").build())
        .with(claim("c").boundTo("disk").build())
        .with(volume("disk").source(new VolumeSource.AwsElasticBlockStore("vol-1")).build());
    assertThat(fits(pod("p").claim("c"))).isFalse();
    assertThat(fits(pod("p").claim("new"))).isFalse();
    assertThat(fits(pod("p").volume(new Volume.AwsElasticBlockStore("vol-1", false)))).isFalse();
  }

  @Test
  void volumesThatUpstreamDoesNotTakeForMigratedAreFree() {
    limit("csi.vsphere.vmware.com", 0);
    trial
        .with(storageClass("old", "kubernetes.io/vsphere-volume"))
        .with(claim("new").ofClass("old").build())
        .with(claim("c").boundTo("disk").build())
        .with(volume("disk").source(new VolumeSource.VsphereVolume("path")).build());
    assertThat(fits(pod("p").claim("c").claim("new").volume(new Volume.VsphereVolume("path"))))
        .isTrue();
  }

  @Test
  void inlineVolumeThatCannotBeTranslatedFailsWhereThereIsACsiNode() {
    PodBuilder pod = pod("p").volume(new Volume.AzureDisk("uri", "Dedicated", false));
    assertThat(fits(pod)).isTrue();
    limit(DRIVER, 1);
    assertThat(trial.filter(plugin, pod, "n"))
        .isEqualTo(
            Verdict.error(
                "converting volume(volume-0) from inline to csi: kind(Dedicated) is not supported"
                    + " in csi migration"));
  }

  @Test
  void missingClaimIsRejectedForGood() {
    Verdict verdict = trial.filter(plugin, pod("p").claim("gone"), "n");
    assertThat(verdict.code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(verdict.texts())
        .containsExactly("looking up PVC default/gone: persistentvolumeclaim \"gone\" not found");
  }

  @Test
  void missingClaimOfAPodOnTheNodeDoesNotCount() {
    limit(DRIVER, 1);
    trial.with(pod("there").claim("gone").on("n"));
    assertThat(fits(waiting("p"))).isTrue();
  }

  @Test
  void claimWithoutANameFails() {
    assertThat(trial.filter(plugin, pod("p").claim(""), "n"))
        .isEqualTo(Verdict.error("PersistentVolumeClaim had no name"));
  }

  @Test
  void ephemeralVolumeCountsByTheClaimThatWasMadeForItsPod() {
    limit(DRIVER, 0);
    trial
        .with(storageClass("fast", DRIVER))
        .with(claim("p-volume-0").ofClass("fast").madeFor("p", "uid-p").build());
    assertThat(fits(pod("p").uid("uid-p").volume(EPHEMERAL))).isFalse();
  }

  @Test
  void ephemeralVolumeMustOwnItsClaim() {
    trial.with(claim("p-volume-0").madeFor("p", "uid-of-a-pod-before").build());
    assertThat(trial.filter(plugin, pod("p").uid("uid-p").volume(EPHEMERAL), "n"))
        .isEqualTo(
            Verdict.error(
                "PVC default/p-volume-0 was not created for pod default/p (pod is not owner)"));
  }

  @Test
  void driverMayCloseNodesWithoutItBehindItsGate() {
    var gated = trial(FeatureGate.VOLUME_LIMIT_SCALING, true).with(node("n"));
    var strict = new NodeVolumeLimits(gated.context());
    gated.with(claim("c").boundTo("pv").build()).with(volume("pv").csi(DRIVER, "handle").build());
    PodBuilder pod = pod("p").claim("c");
    assertThat(gated.filter(strict, pod, "n").isSuccess()).isTrue();

    gated.with(new CsiDriver(ObjectMeta.named("", DRIVER), false, true));
    Verdict verdict = gated.filter(strict, pod, "n");
    assertThat(verdict.code()).isEqualTo("Unschedulable");
    assertThat(verdict.texts())
        .containsExactly("driver.example.com CSI driver is not installed on the node");

    gated.with(csiNode(DRIVER, null));
    assertThat(gated.filter(strict, pod, "n").isSuccess()).isTrue();
  }

  @Test
  void onlyVolumesThatCountLookBeyondTheNode() {
    assertThat(plugin.filterDependence(trial.info(pod("p")), trial.view()))
        .isEqualTo(Dependence.NODE);
    assertThat(plugin.filterDependence(trial.info(pod("q").claim("c")), trial.view()))
        .isEqualTo(Dependence.CLAIMS);
  }

  private boolean fits(PodBuilder pod) {
    return trial.filter(plugin, pod, "n").isSuccess();
  }

  private Verdict preFilter(PodBuilder pod) {
    return plugin.preFilter(trial.newState(), trial.info(pod), trial.view()).verdict();
  }

  /** A pod of the node with a volume of the driver. */
  private void placed(String name) {
    trial.with(waiting(name).on("n"));
  }

  /** A pod with a volume of the driver. */
  private PodBuilder waiting(String name) {
    trial
        .with(claim("claim-" + name).boundTo("volume-" + name).build())
        .with(volume("volume-" + name).csi(DRIVER, "handle-" + name).build());
    return pod(name).claim("claim-" + name);
  }

  private void limit(String driver, @Nullable Integer count) {
    trial.with(csiNode(driver, count));
  }

  private static CsiNode csiNode(String driver, @Nullable Integer count) {
    return new CsiNode(
        ObjectMeta.named("", "n"), List.of(new CsiNode.Driver(driver, "n", List.of(), count)));
  }

  private void attach(String name, String nodeName, @Nullable String volumeName) {
    trial.with(new VolumeAttachment(ObjectMeta.named("", name), DRIVER, nodeName, volumeName));
  }

  private static StorageClass storageClass(String name, String provisioner) {
    return new StorageClass(
        ObjectMeta.named("", name), provisioner, Labels.EMPTY, "WaitForFirstConsumer", List.of());
  }
}
