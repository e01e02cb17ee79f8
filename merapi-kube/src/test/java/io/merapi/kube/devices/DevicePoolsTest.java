package io.merapi.kube.devices;

import static io.merapi.kube.devices.AllocatorTrial.trial;
import static io.merapi.testkit.DemandBuilder.allDevices;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.SliceBuilder.slice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.device.ResourceSlice;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.node.Node;
import io.merapi.kube.devices.AllocationException.Blame;
import io.merapi.testkit.DeviceClaimBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of all pools a node can take devices from. */
class DevicePoolsTest {

  private static final Node N = node("n").label("zone", "a").build();
  private static final Node M = node("m").label("zone", "b").build();

  @Test
  void aNodeReachesItsOwnDevicesThoseOfItsKindAndThoseOfAll() {
    AllocatorTrial trial =
        trial()
            .with(
                slice("own").on("n").with(device("d")),
                slice("zonal").onNodes("zone", "a").with(device("d")),
                slice("everywhere").with(device("d")));

    assertThat(trial.allocateOn(N, all()))
        .containsExactly("r=everywhere/d", "r=own/d", "r=zonal/d");
    assertThat(trial.allocateOn(M, all())).containsExactly("r=everywhere/d");
  }

  @Test
  void aSliceMayLeaveItToEachDeviceWhereItCanBeUsed() {
    AllocatorTrial trial =
        trial().with(slice("p").perDevice().with(device("d0").on("n"), device("d1").on("m")));

    assertThat(trial.allocateOn(N, all())).containsExactly("r=p/d0");
    assertThat(trial.allocateOn(M, all())).containsExactly("r=p/d1");
  }

  @Test
  void aNewerGenerationOfAPoolReplacesTheOlder() {
    AllocatorTrial trial =
        trial()
            .with(
                slice("old").pool("p", 1).generation(1).with(device("old")),
                slice("new").pool("p", 1).generation(2).with(device("new")));

    assertThat(trial.allocateOn(N, all())).containsExactly("r=p/new");
  }

  @Test
  void aNewerGenerationForOtherNodesAloneReplacesTheOlderToo() {
    AllocatorTrial trial =
        trial()
            .with(
                slice("old").pool("p", 2).generation(1).on("n").with(device("old")),
                slice("new").pool("p", 1).generation(2).on("m").with(device("new")));

    assertThat(trial.allocateOn(N, one())).isNull();
  }

  @Test
  void nothingIsTakenFromAPoolOfWhichSlicesAreMissing() {
    AllocatorTrial trial = trial().with(slice("half").pool("p", 2).with(device("d")));

    assertThat(trial.allocateOn(N, one())).isNull();
    assertThatThrownBy(() -> trial.allocateOn(N, all()))
        .hasMessage(
            "claim default/c, request r: asks for all devices, but resource pool gpu.example.com/p"
                + " is currently being updated");
  }

  @Test
  void slicesForOtherNodesMakeAPoolComplete() {
    AllocatorTrial trial =
        trial()
            .with(
                slice("here").pool("p", 2).on("n").with(device("d0")),
                slice("there").pool("p", 2).on("m").with(device("d1")));

    assertThat(trial.allocateOn(N, all())).containsExactly("r=p/d0");
  }

  @Test
  void devicesElsewhereTakeFromTheCountersOfTheirPoolToo() {
    AllocatorTrial trial =
        trial()
            .with(
                slice("counters").pool("p", 3).counter("link", "lanes", "4"),
                slice("here").pool("p", 3).on("n").with(device("d0").taking("link", "lanes", "3")),
                slice("there")
                    .pool("p", 3)
                    .on("m")
                    .with(device("d1").taking("link", "lanes", "3")));

    assertThat(trial.allocateOn(N, one())).containsExactly("r=p/d0");
    trial.held(deviceClaim("other").holding("p", "d1"));
    assertThat(trial.allocateOn(N, one())).isNull();
  }

  @Test
  void aPoolThatContradictsItselfIsToBlameForTheNodeOnly() {
    AllocatorTrial repeated =
        trial().with(slice("p").with(device("d"), device("d")), slice("q").with(device("d")));
    AllocatorTrial uncounted =
        trial().with(slice("p").with(device("d").taking("unknown", "lanes", "1")));

    assertThat(repeated.allocateOn(N, one())).containsExactly("r=q/d");
    assertThatThrownBy(() -> repeated.allocateOn(N, deviceClaim("c").request("r", devices(2))))
        .isInstanceOfSatisfying(
            AllocationException.class, e -> assertThat(e.blame()).isEqualTo(Blame.NODE))
        .hasMessage("invalid resource pools were encountered");
    assertThatThrownBy(() -> uncounted.allocateOn(N, one()))
        .hasMessage("invalid resource pools were encountered");
    assertThatThrownBy(() -> uncounted.allocateOn(N, all()))
        .hasMessageEndingWith("resource pool gpu.example.com/p is currently invalid");
  }

  @Test
  void anInventoryKeepsWhatItKnowsOfSlicesThatStay() {
    ResourceSlice stays = slice("stays").with(device("d")).build();
    DeviceInventory before =
        DeviceInventory.empty(DeviceFeatures.of(FeatureGates.DEFAULTS)).of(List.of(stays));

    assertThat(before.of(List.of(stays))).isSameAs(before);
    DeviceInventory after = before.of(List.of(stays, slice("comes").with(device("d")).build()));
    assertThat(after.slicesFor("n").getFirst()).isSameAs(before.slicesFor("n").getFirst());
    assertThat(after.slicesFor("n")).hasSize(2);
  }

  @Test
  void ofTheLastSliceNothingIsLeftWhenItGoes() {
    DeviceInventory before =
        DeviceInventory.empty(DeviceFeatures.of(FeatureGates.DEFAULTS))
            .of(List.of(slice("goes").with(device("d")).build()));

    assertThat(before.slicesFor("n")).hasSize(1);
    assertThat(before.of(List.of()).slicesFor("n")).isEmpty();
  }

  private static DeviceClaimBuilder all() {
    return deviceClaim("c").request("r", allDevices());
  }

  private static DeviceClaimBuilder one() {
    return deviceClaim("c").request("r", devices(1));
  }
}
