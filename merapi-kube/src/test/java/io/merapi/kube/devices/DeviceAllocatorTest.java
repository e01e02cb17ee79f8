package io.merapi.kube.devices;

import static io.merapi.kube.devices.AllocatorTrial.trial;
import static io.merapi.testkit.DemandBuilder.allDevices;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DemandBuilder.inMode;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.SliceBuilder.slice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceConfiguration;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.kube.devices.AllocationException.Blame;
import io.merapi.testkit.DeviceBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What claims ask for, and what they get of it. */
class DeviceAllocatorTest {

  @Test
  void takesTheFirstDevicesInTheOrderOfPoolsSlicesAndDevices() {
    AllocatorTrial trial =
        trial()
            .with(
                slice("s2").pool("p", 2).with(device("d3")),
                slice("s1").pool("p", 2).with(device("d2"), device("d1")),
                slice("s0").pool("q", 1).with(device("d0")));

    assertThat(trial.allocate(deviceClaim("c").request("r", devices(4))))
        .containsExactly("r=p/d2", "r=p/d1", "r=p/d3", "r=q/d0");
    assertThat(trial.allocate(deviceClaim("c").request("r", devices(5)))).isNull();
  }

  @Test
  void doesNotGiveADeviceTwice() {
    AllocatorTrial trial =
        trial()
            .with(slice("p").with(device("d0"), device("d1"), device("d2")))
            .held(deviceClaim("other").holding("p", "d0"));

    assertThat(
            trial.allocate(
                deviceClaim("one").request("r", devices(1)),
                deviceClaim("two").request("r", devices(1))))
        .containsExactly("r=p/d1", "r=p/d2");
    assertThat(
            trial.allocate(
                deviceClaim("one").request("r", devices(2)),
                deviceClaim("two").request("r", devices(1))))
        .isNull();
  }

  @Test
  void selectsByTheClassAndByTheRequest() {
    AllocatorTrial trial =
        trial()
            .deviceClass("healthy", "device.attributes['gpu.example.com'].state == 'ok'")
            .with(
                slice("p")
                    .with(
                        device("d0").attribute("state", "bad").attribute("index", 0),
                        device("d1").attribute("state", "ok").attribute("index", 1),
                        device("d2").attribute("state", "ok").attribute("index", 2)));

    assertThat(
            trial.allocate(
                deviceClaim("c")
                    .request(
                        "r",
                        devices(1)
                            .ofClass("healthy")
                            .where("device.attributes['gpu.example.com'].index > 1"))))
        .containsExactly("r=p/d2");
  }

  @Test
  void goesBackWhereAnEarlierChoiceLeavesTooLittle() {
    AllocatorTrial trial =
        trial().with(slice("p").with(device("d0").attribute("big", 1), device("d1")));

    assertThat(
            trial.allocate(
                deviceClaim("c")
                    .request("any", devices(1))
                    .request(
                        "big", devices(1).where("has(device.attributes['gpu.example.com'].big)"))))
        .containsExactly("any=p/d1", "big=p/d0");
  }

  @Test
  void givesAllDevicesThatAreSelected() {
    AllocatorTrial trial =
        trial().with(slice("p").with(device("d0"), device("d1").attribute("old", 1), device("d2")));

    assertThat(trial.allocate(deviceClaim("c").request("r", allDevices())))
        .containsExactly("r=p/d0", "r=p/d1", "r=p/d2");
    assertThat(
            trial.allocate(
                deviceClaim("c")
                    .request(
                        "r", allDevices().where("!has(device.attributes['gpu.example.com'].old)"))))
        .containsExactly("r=p/d0", "r=p/d2");
    assertThat(trial.allocate(deviceClaim("c").request("r", allDevices().where("false"))))
        .as("all of nothing")
        .isNull();
    trial.held(deviceClaim("other").holding("p", "d1"));
    assertThat(trial.allocate(deviceClaim("c").request("r", allDevices())))
        .as("one of them is taken")
        .isNull();
  }

  @Test
  void takesTheFirstAlternativeThatCanBeHad() {
    AllocatorTrial trial = trial().with(slice("p").with(device("d0"), device("d1")));

    assertThat(trial.allocate(deviceClaim("c").firstOf("r", devices(3), devices(2), devices(1))))
        .containsExactly("r/b=p/d0", "r/b=p/d1");
    assertThat(
            trial.allocate(
                deviceClaim("c").firstOf("r", devices(2), devices(1)).request("s", devices(1))))
        .as("a later request counts too")
        .containsExactly("r/b=p/d0", "s=p/d1");
  }

  @Test
  void administrationDoesNotCareWhoHasADevice() {
    AllocatorTrial trial =
        trial().with(slice("p").with(device("d0"))).held(deviceClaim("other").holding("p", "d0"));

    Allocation allocation =
        trial.allocation(deviceClaim("c").request("r", devices(1).forAdministration()));

    assertThat(allocation.results())
        .singleElement()
        .returns("d0", Allocation.Result::device)
        .returns(true, Allocation.Result::adminAccess);
    assertThat(trial.allocate(deviceClaim("c").request("r", devices(2).forAdministration())))
        .as("but a claim has a device once")
        .isNull();
  }

  @Test
  void aTaintKeepsRequestsAwayThatDoNotPutUpWithIt() {
    AllocatorTrial trial =
        trial().with(slice("p").with(device("d0").taint("broken", "fan", "NoSchedule")));

    assertThat(trial.allocate(deviceClaim("c").request("r", devices(1)))).isNull();
    assertThat(
            trial.allocate(
                deviceClaim("c").request("r", devices(1).tolerating("broken", "Equal", "fan", ""))))
        .containsExactly("r=p/d0");
    assertThat(
            trial.allocate(
                deviceClaim("c")
                    .request("r", devices(1).tolerating("broken", "Equal", "disk", ""))))
        .isNull();
    assertThat(
            trial.allocate(
                deviceClaim("c")
                    .request("r", devices(1).tolerating("", "Exists", "", "NoExecute"))))
        .as("another effect")
        .isNull();
    assertThat(
            AllocatorTrial.without(FeatureGate.DRA_DEVICE_TAINTS)
                .with(slice("p").with(device("d0").taint("broken", "fan", "NoSchedule")))
                .allocate(deviceClaim("c").request("r", devices(1))))
        .isNotNull();
  }

  @Test
  void aTaintWithoutKnownEffectKeepsNobodyAway() {
    assertThat(
            trial()
                .with(slice("p").with(device("d0").taint("noted", "", "None")))
                .allocate(deviceClaim("c").request("r", devices(1))))
        .isNotNull();
  }

  @Test
  void devicesMatchInAnAttribute() {
    AllocatorTrial trial =
        trial()
            .with(
                slice("p")
                    .with(
                        device("d0").attribute("numa", 0),
                        device("d1").attribute("numa", 1),
                        device("d2").attribute("numa", 1),
                        device("d3")));

    assertThat(
            trial.allocate(
                deviceClaim("c").request("r", devices(2)).matching("gpu.example.com/numa")))
        .containsExactly("r=p/d1", "r=p/d2");
    assertThat(
            trial.allocate(
                deviceClaim("c").request("r", devices(3)).matching("gpu.example.com/numa")))
        .isNull();
    assertThat(
            trial.allocate(
                deviceClaim("c")
                    .request("r", devices(1))
                    .request("s", devices(1))
                    .request("t", devices(1))
                    .matching("gpu.example.com/numa", "s", "t")))
        .as("only of the requests that are named")
        .containsExactly("r=p/d0", "s=p/d1", "t=p/d2");
  }

  @Test
  void devicesDifferInAnAttribute() {
    AllocatorTrial trial =
        trial()
            .with(
                slice("p")
                    .with(
                        device("d0").attribute("rack", "a"),
                        device("d1").attribute("rack", "a"),
                        device("d2").attribute("rack", "b")));

    assertThat(
            trial.allocate(
                deviceClaim("c")
                    .request("r", devices(1))
                    .request("s", devices(1))
                    .distinct("gpu.example.com/rack")))
        .containsExactly("r=p/d0", "s=p/d2");
    assertThat(
            trial.allocate(
                deviceClaim("c")
                    .request("r", devices(1))
                    .request("s", devices(1))
                    .request("t", devices(1))
                    .distinct("gpu.example.com/rack")))
        .isNull();
  }

  @Test
  void allDevicesThatDoNotMeetAConstraintAreAMistakeInTheClaim() {
    AllocatorTrial trial =
        trial()
            .with(
                slice("p")
                    .with(device("d0").attribute("numa", 0), device("d1").attribute("numa", 1)));

    assertThatThrownBy(() ->
            trial.allocate(
                deviceClaim("c").request("r", allDevices()).matching("gpu.example.com/numa")))
        .hasMessage(
            "claim default/c, request r: cannot add device gpu.example.com/p/d1 because a claim"
                + " constraint would not be satisfied");
  }

  @Test
  void partsOfADeviceLeaveEachOtherWhatTheirCountersAllow() {
    AllocatorTrial trial =
        trial()
            .with(
                slice("counters").pool("p", 2).counter("card", "memory", "40Gi"),
                slice("parts")
                    .pool("p", 2)
                    .with(
                        device("whole").taking("card", "memory", "40Gi"),
                        device("half-0").taking("card", "memory", "20Gi"),
                        device("half-1").taking("card", "memory", "20Gi")));

    assertThat(trial.allocate(deviceClaim("c").request("r", devices(2))))
        .containsExactly("r=p/half-0", "r=p/half-1");
    trial.held(deviceClaim("other").holding("p", "half-1"));
    assertThat(trial.allocate(deviceClaim("c").request("r", devices(1))))
        .containsExactly("r=p/half-0");
    assertThat(trial.allocate(deviceClaim("c").request("r", devices(2)))).isNull();
  }

  @Test
  void partsCanBeHadOnlyBehindTheirGate() {
    assertThat(
            AllocatorTrial.without(FeatureGate.DRA_PARTITIONABLE_DEVICES)
                .with(slice("parts").with(device("part").taking("card", "memory", "20Gi")))
                .allocate(deviceClaim("c").request("r", devices(1))))
        .isNull();
  }

  @Test
  void tellsDriversWhatClassAndClaimSay() {
    var told = new DeviceConfiguration(List.of(), "gpu.example.com", "{}");
    var deviceClass = new DeviceClass(ObjectMeta.named("", "told"), List.of(), List.of(told), null);
    AllocatorTrial trial =
        trial().deviceClass(deviceClass).with(slice("p").with(device("d0"), device("d1")));

    Allocation allocation =
        trial.allocation(
            deviceClaim("c")
                .request("r", devices(1).ofClass("told"))
                .firstOf("s", devices(1).ofClass("told")));

    assertThat(allocation.configurations())
        .containsExactly(
            new Allocation.Configuration("FromClass", told.withRequests(List.of("r", "s/a"))));
  }

  @Test
  void anAllocationSaysWhereItsDevicesCanBeUsed() {
    AllocatorTrial everywhere = trial().with(slice("p").with(device("d")));
    AllocatorTrial oneNode = trial().with(slice("p").on("n").with(device("d")));
    AllocatorTrial bound = trial().with(slice("p").with(device("d").bindingToNode()));
    AllocatorTrial some = trial().with(slice("p").onNodes("zone", "a").with(device("d")));

    assertThat(everywhere.allocation(deviceClaim("c").request("r", devices(1))).nodeSelector())
        .isNull();
    assertThat(oneNode.allocation(deviceClaim("c").request("r", devices(1))).nodeSelector())
        .isEqualTo(bound.allocation(deviceClaim("c").request("r", devices(1))).nodeSelector())
        .extracting(selector -> selector.terms().getFirst().matchFields().getFirst().values())
        .isEqualTo(List.of("n"));
    assertThat(
            some.allocations(
                node("n").label("zone", "a").build(), deviceClaim("c").request("r", devices(1))))
        .singleElement()
        .extracting(Allocation::nodeSelector)
        .isEqualTo(slice("p").onNodes("zone", "a").build().nodes().nodeSelector());
  }

  @Test
  void aDeviceThatHasToBeMadeReadyIsTakenLast() {
    AllocatorTrial trial =
        trial()
            .with(
                slice("a").with(device("d").readyWhen("Attached", "AttachFailed")),
                slice("b").with(device("d")));

    assertThat(trial.allocate(deviceClaim("c").request("r", devices(1)))).containsExactly("r=b/d");
    Allocation both = trial.allocation(deviceClaim("c").request("r", devices(2)));
    assertThat(both.results().getLast().bindingConditions()).containsExactly("Attached");
    assertThat(
            AllocatorTrial.without(FeatureGate.DRA_DEVICE_BINDING_CONDITIONS)
                .with(slice("a").with(device("d").readyWhen("Attached", "AttachFailed")))
                .allocate(deviceClaim("c").request("r", devices(1))))
        .isNull();
  }

  @Test
  void noClaimHoldsMoreThan32Devices() {
    var slice = slice("p");
    for (int i = 0; i < 40; i++) {
      slice.with(device("d" + i));
    }

    assertThat(trial().with(slice).allocate(deviceClaim("c").request("r", devices(32))))
        .hasSize(32);
    assertThatThrownBy(
            () -> trial().with(slice).allocate(deviceClaim("c").request("r", devices(33))))
        .hasMessage(
            "claim default/c: number of requested devices 33 exceeds the claim limit of 32");
    assertThat(
            trial()
                .with(slice)
                .allocate(
                    deviceClaim("c")
                        .request("r", devices(20))
                        .firstOf("s", devices(20), devices(2))))
        .as("an alternative that would be too many is passed over")
        .hasSize(22)
        .contains("s/b=p/d20");
  }

  @Test
  void aBrokenExpressionIsAnErrorThatNamesItsHome() {
    AllocatorTrial trial =
        trial().deviceClass("broken", "device.nope").with(slice("p").with(device("d0")));

    assertThatThrownBy(
            () -> trial.allocate(deviceClaim("c").request("r", devices(1).ofClass("broken"))))
        .isInstanceOfSatisfying(
            AllocationException.class, e -> assertThat(e.blame()).isEqualTo(Blame.INPUT))
        .hasMessageStartingWith("class broken: selector #0: CEL compile error: ");
    assertThatThrownBy(() ->
            trial.allocate(
                deviceClaim("c")
                    .request("r", devices(1).where("true").where("device.attributes['x'].y == 1"))))
        .hasMessageStartingWith("claim default/c: selector #1: CEL runtime error: ");
    assertThatThrownBy(() -> trial.allocate(deviceClaim("c").request("r", devices(1).where(null))))
        .hasMessage(
            "claim default/c, request r, selector #0: CEL expression empty (unsupported selector"
                + " type?)");
  }

  @Test
  void refusesWhatItDoesNotUnderstand() {
    AllocatorTrial trial = trial().with(slice("p").with(device("d0")));

    assertThatThrownBy(() -> trial.allocate(deviceClaim("c").request("r", inMode("Some"))))
        .hasMessage("claim default/c, request r: unsupported count mode Some");
    assertThatThrownBy(
            () -> trial.allocate(deviceClaim("c").request("r", devices(1).ofClass("gone"))))
        .hasMessage(
            "claim default/c, request r: could not retrieve device class gone:"
                + " deviceclass.resource.k8s.io \"gone\" not found");
    assertThatThrownBy(() -> trial.allocate(deviceClaim("c").request("r", devices(1).ofClass(""))))
        .hasMessage(
            "claim default/c, request r: missing device class name (unsupported request type?)");
  }

  @Test
  void stopsWhenTimeIsUp() {
    DeviceBuilder[] many = new DeviceBuilder[30];
    for (int i = 0; i < many.length; i++) {
      many[i] = device("d" + i).attribute("id", i);
    }

    assertThatThrownBy(() ->
            trial()
                .with(slice("p").with(many))
                .outOfTime()
                .allocate(
                    deviceClaim("c").request("r", devices(10)).matching("gpu.example.com/id")))
        .isInstanceOfSatisfying(
            AllocationException.class, e -> assertThat(e.blame()).isEqualTo(Blame.TIME));
  }
}
