package io.merapi.kube.devices;

import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.device.Allocation;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.PodClassReads;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.kube.framework.SnapshotView;
import io.merapi.kube.state.AssumedObjects;
import io.merapi.kube.state.ClusterState;
import org.junit.jupiter.api.Test;

/** A device is in use from the decision on until the last who knows of it says otherwise. */
class DevicesInUseTest {

  private final ClusterState state =
      new ClusterState(new ResourceDictionary(), PodRequests.Rules.DEFAULT, PodClassReads.ALL);
  private final AssumedObjects assumed = new AssumedObjects();
  private final PendingAllocations pending = new PendingAllocations();
  private final ResourceClaim free = deviceClaim("c").uid("1").build();
  private final Allocation given =
      requireNonNull(deviceClaim("c").holding("pool", "d").build().allocation());
  private final DeviceId device = DeviceId.of(given.results().getFirst());
  private DevicesInUse latest = DevicesInUse.none(DeviceFeatures.of(FeatureGates.DEFAULTS));

  @Test
  void fromTheDecisionToTheClaimThatSaysSo() {
    show(free);
    assertThat(isTaken()).isFalse();
    pending.add(free, given);
    assertThat(isTaken()).as("decided").isTrue();
    assumed.assume(free.withAllocation(given));
    pending.remove(free);
    assertThat(isTaken()).as("written").isTrue();
    show(free.withAllocation(given).withMeta(free.meta().withResourceVersion("2")));
    assertThat(isTaken()).as("seen").isTrue();
    show(free.withMeta(free.meta().withResourceVersion("3")));
    assertThat(isTaken()).as("given back").isFalse();
  }

  @Test
  void notAnyMoreWhereTheDecisionIsTakenBack() {
    show(free);
    pending.add(free, given);
    assertThat(isTaken()).isTrue();
    pending.remove(free);
    assertThat(isTaken()).isFalse();
  }

  @Test
  void notByAnAssumptionThatTheClusterHasMadeVoid() {
    show(free);
    assumed.assume(free.withAllocation(given));
    assertThat(isTaken()).isTrue();
    show(free.withMeta(free.meta().withResourceVersion("2")));
    assertThat(isTaken()).isFalse();
  }

  private void show(ResourceClaim claim) {
    state.apply(new ObjectEvent.Applied(claim));
  }

  private boolean isTaken() {
    latest = latest.follow(new SnapshotView(state.snapshot()), assumed, pending);
    return latest.allocated().isTaken(device);
  }
}
