package io.merapi.kube.claims;

import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.VolumeBuilder.volume;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.pod.Pod;
import io.merapi.api.storage.PersistentVolume.ClaimReference;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.kube.devices.PendingAllocations;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterState;
import io.merapi.testkit.DeviceClaimBuilder;
import io.merapi.testkit.PodBuilder;
import org.junit.jupiter.api.Test;

class ClaimContentsTest {

  private final ClusterState state = ClusterState.withDefaults();
  private final AssumedObjects assumed = new AssumedObjects();
  private final ClaimChanges changes = new ClaimChanges(assumed, new PendingAllocations());
  private final ClaimContents contents = new ClaimContents(changes);

  @Test
  void podsOfAStatefulSetAreAlikeUntilTheirClaimsAreBound() {
    apply(claim("data-0").size("1Gi").build());
    apply(claim("data-1").size("1Gi").build());
    assertThat(of(pod("db-0").claim("data-0"))).isEqualTo(of(pod("db-1").claim("data-1")));
    apply(claim("data-1").size("1Gi").boundTo("v").build());
    assertThat(of(pod("db-0").claim("data-0"))).isNotEqualTo(of(pod("db-1").claim("data-1")));
  }

  @Test
  void podsThatDifferInMoreThanTheirClaimsAreToldApart() {
    apply(claim("data-0").build());
    apply(claim("data-1").build());
    assertThat(of(pod("db-0").claim("data-0")))
        .isNotEqualTo(of(pod("db-1").claim("data-1").request("cpu", "1")));
  }

  @Test
  void podsWithoutClaimsAreToldApartByTheirClass() {
    assertThat(of(pod("p"))).isSameAs(requireNonNull(state.present().pod("default/p")).podClass());
  }

  @Test
  void aClaimThatAnotherPodHasIsToldByName() {
    apply(claim("data-0").build());
    apply(claim("data-1").build());
    apply(node("n").build());
    apply(pod("user").on("n").claim("data-1").build());
    assertThat(of(pod("db-0").claim("data-0"))).isNotEqualTo(of(pod("db-1").claim("data-1")));
  }

  @Test
  void aClaimThatAVolumeIsKeptForIsToldApart() {
    apply(claim("data-0").build());
    apply(claim("data-1").build());
    apply(
        volume("v")
            .build()
            .claimedBy(new ClaimReference("default", "data-1", ""), ObjectMeta.named("", "v")));
    assertThat(of(pod("db-0").claim("data-0"))).isNotEqualTo(of(pod("db-1").claim("data-1")));
  }

  @Test
  void whatIsAssumedOfAClaimCounts() {
    PersistentVolumeClaim chosen = claim("data-1").build();
    apply(claim("data-0").build());
    apply(chosen);
    assumed.assume(
        chosen.withMeta(
            chosen.meta().withAnnotations(Labels.of(WellKnownKeys.SELECTED_NODE, "n"))));
    assertThat(of(pod("db-0").claim("data-0"))).isNotEqualTo(of(pod("db-1").claim("data-1")));
  }

  @Test
  void podsWithClaimsOfOneTemplateAreAlikeUntilTheyHaveDevices() {
    Object first = ofTemplate("w-0", deviceClaim("w-0-gpu").request("gpu", devices(1)));
    assertThat(ofTemplate("w-1", deviceClaim("w-1-gpu").request("gpu", devices(1))))
        .isEqualTo(first);
    assertThat(ofTemplate("w-2", deviceClaim("w-2-gpu").request("gpu", devices(2))))
        .isNotEqualTo(first);
    assertThat(
            ofTemplate(
                "w-3", deviceClaim("w-3-gpu").request("gpu", devices(1)).holding("pool", "d")))
        .isNotEqualTo(first);
  }

  private Object ofTemplate(String podName, DeviceClaimBuilder claim) {
    Pod pod = pod(podName).uid(podName).build();
    apply(claim.madeFor(pod).build());
    return of(pod(podName).uid(podName).resourceClaimTemplate("gpu", podName + "-gpu"));
  }

  private Object of(PodBuilder pod) {
    Pod made = pod.build();
    apply(made);
    changes.follow(state.present());
    return contents.of(
        requireNonNull(state.present().pod(made.key())), new SnapshotView(state.present()), false);
  }

  private void apply(ClusterObject object) {
    state.apply(new ObjectEvent.Applied(object));
  }
}
