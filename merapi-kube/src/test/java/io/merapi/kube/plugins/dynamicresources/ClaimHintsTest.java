package io.merapi.kube.plugins.dynamicresources;

import static io.merapi.kube.plugins.dynamicresources.DeviceTrial.trial;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SliceBuilder.slice;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.EnqueueExtensions.Registration;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.pod.PodInfo;
import io.merapi.testkit.DeviceClaimBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which changes let a pod be tried again that waits for devices. */
class ClaimHintsTest {

  private static final PodBuilder POD = pod("p").uid("u").resourceClaim("c");

  private final DeviceTrial trial = trial();

  @Test
  void nodesMatterByTheirLabelsAndResources() {
    Registration nodes = registration(ObjectKind.NODE);

    assertThat(nodes.actions())
        .isEqualTo(
            Set.of(
                ClusterAction.ADD,
                ClusterAction.UPDATE_NODE_LABEL,
                ClusterAction.UPDATE_NODE_ALLOCATABLE));
    assertThat(helps(null, node("n").build())).isTrue();
  }

  @Test
  void newDevicesAndClassesAlwaysMatter() {
    assertThat(helps(null, slice("s").build())).isTrue();
    assertThat(helps(null, DeviceTrial.deviceClass("gpu", null))).isTrue();
    assertThat(registration(ObjectKind.RESOURCE_SLICE).actions())
        .doesNotContain(ClusterAction.DELETE);
    assertThat(registration(ObjectKind.DEVICE_CLASS).actions())
        .doesNotContain(ClusterAction.DELETE);
  }

  @Test
  void aClaimOfThePodMattersWhenItComes() {
    ResourceClaim claim = wanting().build();
    trial.with(claim);

    assertThat(helps(null, claim)).isTrue();
  }

  @Test
  void anotherClaimDoesNotMatterWhenItComes() {
    trial.with(wanting());

    assertThat(helps(null, deviceClaim("other").build())).isFalse();
  }

  @Test
  void anyClaimMattersThatGivesDevicesBack() {
    trial.with(wanting());

    assertThat(helps(deviceClaim("other").holding("p", "d").build(), deviceClaim("other").build()))
        .isTrue();
  }

  @Test
  void aClaimOfThePodMattersWhenItsStatusChanges() {
    ResourceClaim reserved = wanting().holding("p", "d").reservedFor(POD.build()).build();
    trial.with(reserved);

    assertThat(helps(wanting().holding("p", "d").build(), reserved)).isTrue();
  }

  @Test
  void aClaimOfThePodDoesNotMatterWhenOnlyItsMetadataChanges() {
    trial.with(wanting().resourceVersion("2"));

    assertThat(helps(wanting().build(), wanting().resourceVersion("2").build())).isFalse();
  }

  @Test
  void nothingMattersWhileAnotherClaimOfThePodIsMissing() {
    PodBuilder pod = pod("p").uid("u").resourceClaim("c").resourceClaim("missing");
    ResourceClaim claim = wanting().build();
    trial.with(claim);

    assertThat(helps(pod, null, claim)).isFalse();
  }

  @Test
  void thePodMattersWhenItIsToldOfItsClaims() {
    PodBuilder waiting = pod("p").uid("u").resourceClaimTemplate("t", null);
    PodBuilder told = pod("p").uid("u").resourceClaimTemplate("t", "made");
    trial.with(deviceClaim("made").madeFor(told.build()));

    assertThat(helps(waiting, waiting.build(), told.build())).isTrue();
  }

  @Test
  void thePodDoesNotMatterWhileAClaimIsStillMissing() {
    PodBuilder waiting = pod("p").uid("u").resourceClaimTemplate("t", null);
    PodBuilder told = pod("p").uid("u").resourceClaimTemplate("t", "not-there-yet");

    assertThat(helps(waiting, waiting.build(), told.build())).isFalse();
  }

  @Test
  void anotherPodDoesNotMatterWhenItIsToldOfItsClaims() {
    trial.with(wanting());
    PodBuilder other = pod("q").uid("v").resourceClaim("c");

    assertThat(helps(POD, other.build(), other.build())).isFalse();
  }

  private boolean helps(@Nullable ClusterObject before, ClusterObject after) {
    return helps(POD, before, after);
  }

  private boolean helps(PodBuilder pod, @Nullable ClusterObject before, ClusterObject after) {
    PodInfo waiting = trial.pod(pod);
    return registration(after.kind())
        .hint()
        .mayHelp(waiting, new ObjectChange(before, after), trial.view());
  }

  private Registration registration(ObjectKind kind) {
    return trial.plugin.eventsToRegister().stream()
        .filter(each -> each.kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  private static DeviceClaimBuilder wanting() {
    return deviceClaim("c").request("r", devices(1));
  }
}
