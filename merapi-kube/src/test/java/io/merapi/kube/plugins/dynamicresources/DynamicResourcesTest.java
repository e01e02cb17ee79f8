package io.merapi.kube.plugins.dynamicresources;

import static io.merapi.kube.plugins.dynamicresources.DeviceTrial.trial;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SliceBuilder.slice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.DeviceRequest;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.framework.Verdict;
import io.merapi.api.selector.NodeSelector;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DynamicResourcesTest {

  private final DeviceTrial trial = trial();

  @Test
  void hasNoPartInPodsWithoutClaims() {
    trial.with(node("n"));

    DeviceTrial.Attempt attempt = trial.schedule(pod("p"));

    assertThat(attempt.preFilter.isSkip()).isTrue();
    assertThat(attempt.scores()).isEqualTo(Map.of("n", 0L));
    assertThat(attempt.postFilter().texts()).containsExactly("no new claims to deallocate");
    assertThat(attempt.preBound("n").isSuccess()).isTrue();
  }

  @Test
  void keepsAPodOutWhileAClaimDoesNotExist() {
    PodBuilder pod = pod("p").resourceClaim("gone");

    rejects(pod, "could not find ResourceClaim \"default/gone\"");
    trial.with(deviceClaim("gone").request("r", devices(1)));
    assertThat(trial.plugin.preEnqueue(trial.pod(pod), trial.view()).isSuccess()).isTrue();
  }

  @Test
  void keepsAPodOutWhileAClaimIsBeingDeleted() {
    trial.with(deviceClaim("c").terminating());

    rejects(pod("p").resourceClaim("c"), "resourceclaim \"c\" is being deleted");
  }

  @Test
  void keepsAPodOutUntilTheClaimOfItsTemplateIsMade() {
    rejects(
        pod("p").resourceClaimTemplate("t", null),
        "pod \"default/p\": ResourceClaim not created yet");
    PodBuilder told = pod("p").uid("u").resourceClaimTemplate("t", "p-c");
    trial.with(deviceClaim("p-c").madeFor(told.build()));
    assertThat(trial.plugin.preEnqueue(trial.pod(told), trial.view()).isSuccess()).isTrue();
  }

  @Test
  void doesNotUseAClaimThatWasMadeForAnotherPod() {
    trial.with(deviceClaim("p-c").madeFor(pod("p").uid("another").build()));

    rejects(
        pod("p").uid("u").resourceClaimTemplate("t", "p-c"),
        "ResourceClaim default/p-c was not created for Pod default/p (Pod is not owner)");
  }

  @Test
  void needsNoClaimWhereNoneWasMade() {
    assertThat(trial.schedule(pod("p").resourceClaimTemplate("t", "")).preFilter.isSkip()).isTrue();
  }

  @Test
  void aReferenceThatNamesNothingKeepsThePodOut() {
    rejects(
        pod("p").resourceClaimTemplate("", null),
        "pod \"default/p\", spec.resourceClaim \"claim-0\": none of the supported fields are set");
  }

  private void rejects(PodBuilder pod, String reason) {
    Verdict preEnqueue = trial.plugin.preEnqueue(trial.pod(pod), trial.view());
    assertThat(preEnqueue.code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(preEnqueue.texts()).containsExactly(reason);
    assertThat(trial.schedule(pod).preFilter).isEqualTo(preEnqueue);
  }

  @Test
  void aClassThatDoesNotExistIsSaidAtOnce() {
    trial.with(
        deviceClaim("exact").request("r", devices(1).ofClass("gone")),
        deviceClaim("choice").firstOf("r", devices(1), devices(1).ofClass("gone")),
        deviceClaim("nameless").request("r", devices(1).ofClass("")));

    assertThat(trial.schedule(pod("p").resourceClaim("exact")).preFilter.texts())
        .containsExactly("request r: device class gone does not exist");
    assertThat(trial.schedule(pod("p").resourceClaim("choice")).preFilter.texts())
        .containsExactly("request r/b: device class gone does not exist");
    assertThat(trial.schedule(pod("p").resourceClaim("nameless")).preFilter)
        .isEqualTo(Verdict.error("request r: unsupported request type"));
  }

  @Test
  void aRequestOfUnknownTypeIsSaidAtOnce() {
    trial.with(
        deviceClaim("c").build().withRequests(List.of(new DeviceRequest("r", null, List.of()))));

    assertThat(trial.schedule(pod("p").resourceClaim("c")).preFilter.texts())
        .containsExactly("resource claim default/c, request r: unknown request type");
  }

  @Test
  void alternativesNeedTheirGate() {
    DeviceTrial without = trial("DRAPrioritizedList", false);
    without.with(deviceClaim("c").firstOf("r", devices(1)));

    assertThat(without.schedule(pod("p").resourceClaim("c")).preFilter.texts())
        .containsExactly(
            "resource claim default/c, request r: has subrequests, but the DRAPrioritizedList"
                + " feature is disabled");
  }

  @Test
  void aPodFitsWhereItsDevicesAre() {
    trial
        .with(node("a"), node("b"))
        .with(slice("p").on("b").with(device("d")))
        .with(deviceClaim("c").request("r", devices(1)));

    DeviceTrial.Attempt attempt = trial.schedule(pod("p").resourceClaim("c"));

    assertThat(attempt.fitting()).containsExactly("b");
    assertThat(attempt.filter("a").code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(attempt.filter("a").texts()).containsExactly("cannot allocate all claims");
    assertThat(attempt.postFilter().texts()).containsExactly("still not schedulable");
  }

  @Test
  void aPodFollowsAClaimThatHasItsDevices() {
    trial.with(node("a"), node("b")).with(deviceClaim("c").holding("p", "d").usableOn("b"));

    DeviceTrial.Attempt attempt = trial.schedule(pod("p").resourceClaim("c"));

    assertThat(attempt.fitting()).containsExactly("b");
    assertThat(attempt.filter("a").texts())
        .containsExactly("resourceclaim not available on the node");
  }

  @Test
  void aClaimThatNobodyElseUsesIsGivenUpWhereItKeepsThePodFromANode() {
    PodBuilder pod = pod("p").uid("u").resourceClaim("c");
    trial
        .with(node("a"))
        .with(deviceClaim("c").holding("p", "d").usableOn("gone").reservedFor(pod.build()));
    DeviceTrial.Attempt attempt = trial.schedule(pod);

    assertThat(attempt.fitting()).isEmpty();
    assertThat(attempt.postFilter().texts())
        .containsExactly("deallocation of ResourceClaim completed");
    assertThat(trial.claim("c").allocation()).isNull();
    assertThat(trial.claim("c").reservedFor()).isEmpty();
  }

  @Test
  void aClaimThatSomebodyElseUsesIsNotGivenUp() {
    trial
        .with(node("a"))
        .with(
            deviceClaim("c")
                .holding("p", "d")
                .usableOn("gone")
                .reservedFor(pod("other").uid("v").build()));
    DeviceTrial.Attempt attempt = trial.schedule(pod("p").uid("u").resourceClaim("c"));

    assertThat(attempt.fitting()).isEmpty();
    assertThat(attempt.postFilter().texts()).containsExactly("still not schedulable");
    assertThat(trial.claim("c").allocation()).isNotNull();
  }

  @Test
  void devicesThatCouldNotBeMadeReadyAreGivenUp() {
    List<String> ready = List.of("Attached");
    List<String> failed = List.of("AttachFailed");
    trial
        .with(node("a"))
        .with(
            deviceClaim("failed")
                .holding("p", "d", ready, failed)
                .reported("p", "d", "AttachFailed", "True"),
            deviceClaim("late").holding("p", "e", ready, failed).allocatedAt(Instant.EPOCH),
            deviceClaim("waiting").holding("p", "f", ready, failed),
            deviceClaim("ready")
                .holding("p", "g", ready, failed)
                .reported("p", "g", "Attached", "True"));
    trial.pass(Duration.ofMinutes(11));

    assertThat(trial.schedule(pod("p").resourceClaim("failed")).fitting()).isEmpty();
    assertThat(trial.schedule(pod("p").resourceClaim("late")).fitting()).isEmpty();
    assertThat(trial.schedule(pod("p").resourceClaim("waiting")).fitting()).containsExactly("a");
    assertThat(trial.schedule(pod("p").resourceClaim("ready")).fitting()).containsExactly("a");
  }

  @Test
  void aBrokenExpressionFailsItsOwnPodOnly() {
    trial
        .with(node("a"))
        .with(slice("p").with(device("d")))
        .with(
            deviceClaim("broken").request("r", devices(1).where("device.nope")),
            deviceClaim("endless")
                .request(
                    "r",
                    devices(1)
                        .where("lists.range(9999).all(x, lists.range(9999).all(y, x + y >= 0))")),
            deviceClaim("good").request("r", devices(1)));

    Verdict broken = trial.schedule(pod("p").resourceClaim("broken")).filter("a");
    Verdict endless = trial.schedule(pod("q").resourceClaim("endless")).filter("a");

    assertThat(broken.code()).isEqualTo("Error");
    assertThat(broken.texts().getFirst())
        .startsWith("claim default/broken: selector #0: CEL compile error: ");
    assertThat(endless.texts().getFirst())
        .startsWith("claim default/endless: selector #0: CEL runtime error: ")
        .contains("cost limit exceeded");
    assertThat(trial.schedule(pod("r").resourceClaim("good")).fitting()).containsExactly("a");
  }

  @Test
  void aSearchThatTakesTooLongIsAnErrorOfTheNode() {
    DeviceTrial slow = longSearch();
    DeviceTrial.Attempt attempt = slow.schedule(pod("p").resourceClaim("c"));
    slow.ticking();

    assertThat(attempt.filter("a"))
        .isEqualTo(Verdict.error("node a: timed out trying to allocate devices"));
  }

  @Test
  void whereTheClockStandsStillASearchGoesOnUntilItEnds() {
    assertThat(longSearch().schedule(pod("p").resourceClaim("c")).filter("a").texts())
        .containsExactly("cannot allocate all claims");
  }

  /** A search of many steps, which has no time at all. */
  private static DeviceTrial longSearch() {
    var slow =
        new DeviceTrial(
            FeatureGates.DEFAULTS,
            new DynamicResourcesArgs(Duration.ofNanos(1), Duration.ofMinutes(10)));
    var slices = slice("p");
    for (int i = 0; i < 20; i++) {
      slices.with(device("d" + i).attribute("id", i));
    }
    return slow.with(node("a"))
        .with(slices)
        .with(deviceClaim("c").request("r", devices(10)).matching("gpu.example.com/id"));
  }

  @Test
  void prefersNodesWithTheAlternativesThatAreNamedFirst() {
    trial
        .with(node("a"), node("b"), node("c"))
        .with(
            slice("one").on("a").with(device("d")),
            slice("two").on("b").with(device("d"), device("e")),
            slice("three").on("c").with(device("d"), device("e"), device("f")))
        .with(deviceClaim("x").firstOf("r", devices(3), devices(2), devices(1)));

    assertThat(trial.schedule(pod("p").resourceClaim("x")).scores())
        .isEqualTo(Map.of("a", 75L, "b", 87L, "c", 100L));
  }

  @Test
  void cannotScoreAPodOfWhichOnlySomeClaimsHaveTheirDevices() {
    trial
        .with(node("a"))
        .with(slice("p").with(device("d"), device("e")))
        .with(
            deviceClaim("held").holding("p", "d"), deviceClaim("wanted").request("r", devices(1)));
    DeviceTrial.Attempt attempt =
        trial.schedule(pod("p").resourceClaim("held").resourceClaim("wanted"));

    assertThatThrownBy(attempt::scores)
        .isInstanceOf(ScoreException.class)
        .hasMessage("number of allocations 1 is smaller than number of claims");
  }

  @Test
  void saysThatNothingWasPreparedWhereItsPreFilterDidNotRun() {
    trial.with(node("a"));
    DeviceTrial.Attempt attempt = trial.schedule(pod("p"));
    var unprepared = trial.newState();

    assertThat(trial.plugin.filter(unprepared, attempt.pod, trial.node("a")))
        .isEqualTo(Verdict.error("not found"));
    assertThat(trial.plugin.reserve(unprepared, attempt.pod, "a"))
        .isEqualTo(Verdict.error("not found"));
    assertThatThrownBy(() -> trial.plugin.score(unprepared, attempt.pod, trial.node("a")))
        .hasMessage("not found");
  }

  @Test
  void anUnreadableNodeSelectorOfAnAllocationIsAnError() {
    var claim = deviceClaim("c").holding("p", "d").usableOn("b").build();
    var allocation = Objects.requireNonNull(claim.allocation());
    var selector =
        new NodeSelector(
            List.of(
                new NodeSelectorTerm(
                    List.of(new SelectorRequirement("a", "Near", List.of())), List.of())));
    trial.with(claim.withAllocation(new Allocation(allocation.results(), selector, null)));

    assertThat(trial.schedule(pod("p").resourceClaim("c")).preFilter.code()).isEqualTo("Error");
  }
}
