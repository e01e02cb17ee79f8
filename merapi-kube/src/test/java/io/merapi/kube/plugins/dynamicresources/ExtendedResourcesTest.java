package io.merapi.kube.plugins.dynamicresources;

import static io.merapi.kube.plugins.dynamicresources.DeviceTrial.deviceClass;
import static io.merapi.kube.plugins.dynamicresources.DeviceTrial.trial;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SliceBuilder.slice;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.device.DeviceRequest;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.PodStatus.ExtendedResourceClaim;
import io.merapi.api.pod.PodStatus.RequestMapping;
import io.merapi.kube.plugins.dynamicresources.DeviceTrial.Attempt;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pods that ask for devices as for any other resource. */
class ExtendedResourcesTest {

  private static final String GPU = "example.com/gpu";

  private final DeviceTrial trial = trial();

  @BeforeEach
  void oneNodeWithDevicesAndOneWithTheResource() {
    trial
        .with(deviceClass("gpu", GPU))
        .with(node("devices"), node("plugin").allocatable(GPU, "4"), node("neither"))
        .with(slice("p").on("devices").with(device("d0"), device("d1")));
  }

  @Test
  void aNodeServesAResourceWithDevicesOrItself() {
    Attempt attempt = trial.schedule(gpus(2));

    assertThat(attempt.fitting()).containsExactly("devices", "plugin");
    assertThat(attempt.filter("neither").texts()).containsExactly("cannot allocate all claims");
    assertThat(trial.schedule(gpus(3)).fitting()).containsExactly("plugin");
  }

  @Test
  void aClassAlsoServesTheResourceThatIsNamedAfterIt() {
    String named = "deviceclass.resource.kubernetes.io/gpu";

    assertThat(trial.schedule(pod("p").request(named, "1")).fitting()).containsExactly("devices");
  }

  @Test
  void whatNoClassServesIsNotThisPluginsBusiness() {
    assertThat(trial.schedule(pod("p").request("example.com/nic", "1")).preFilter.isSkip())
        .isTrue();
  }

  @Test
  void answersDependOnTheClusterWhereAResourceStandsForDevices() {
    trial.with(deviceClaim("c").request("one", devices(1).ofClass("gpu")).build());
    trial.with(deviceClaim("held").holding("pool", "d").build());
    assertThat(dependence(gpus(1))).isEqualTo(Dependence.CLUSTER);
    assertThat(dependence(pod("p").resourceClaim("c"))).isEqualTo(Dependence.CLAIMS);
    assertThat(dependence(pod("p").resourceClaim("held"))).isEqualTo(Dependence.CLUSTER);
    assertThat(dependence(pod("p").request("example.com/nic", "1"))).isEqualTo(Dependence.NODE);
    assertThat(dependence(pod("p"))).isEqualTo(Dependence.NODE);
  }

  private Dependence dependence(PodBuilder pod) {
    Dependence filter = trial.plugin.filterDependence(trial.pod(pod), trial.view());
    assertThat(trial.plugin.scoreDependence(trial.pod(pod), trial.view())).isEqualTo(filter);
    return filter;
  }

  @Test
  void aNodeMustHaveWhatNoClassServes() {
    Attempt attempt = trial.schedule(gpus(1).request("example.com/nic", "1"));

    assertThat(attempt.filter("devices").texts()).containsExactly("cannot fit resource");
  }

  @Test
  void anOrdinaryClaimAndAResourceAreServedTogether() {
    trial.with(deviceClaim("c").request("r", devices(1)));

    assertThat(trial.schedule(gpus(1).resourceClaim("c")).fitting()).containsExactly("devices");
    assertThat(trial.schedule(gpus(2).resourceClaim("c")).fitting()).isEmpty();
  }

  @Test
  void aClaimIsMadeForThePodWhenItIsBound() {
    Attempt attempt = trial.schedule(gpus(2)).reserve("devices");

    assertThat(attempt.preBound("devices").isSuccess()).isTrue();

    ResourceClaim made = trial.claim("p-extended-resources-x");
    assertThat(made.meta().annotations().get("resource.kubernetes.io/extended-resource-claim"))
        .isEqualTo("true");
    assertThat(made.meta().owners()).singleElement().returns("u", owner -> owner.uid());
    assertThat(made.requests())
        .extracting(DeviceRequest::name)
        .containsExactly("container-0-request-0");
    assertThat(requireNonNull(made.allocation()).results()).hasSize(2);
    assertThat(made.reservedFor()).extracting(ResourceClaim.Consumer::uid).containsExactly("u");
    assertThat(trial.claims.reports)
        .containsExactly(
            new ExtendedResourceClaim(
                "p-extended-resources-x",
                List.of(new RequestMapping("main", GPU, "container-0-request-0"))));
    assertThat(trial.pending.all()).isEmpty();
  }

  @Test
  void noClaimIsMadeWhereTheNodeHasTheResourceItself() {
    Attempt attempt = trial.schedule(gpus(1)).reserve("plugin");

    assertThat(attempt.preBound("plugin").isSuccess()).isTrue();
    attempt.unreserve("plugin");
    assertThat(trial.claims.calls).isEmpty();
  }

  @Test
  void whatIsReservedIsTakenForOthers() {
    Attempt attempt = trial.schedule(gpus(2)).reserve("devices");

    assertThat(trial.schedule(pod("q").uid("v").request(GPU, "1")).fitting())
        .containsExactly("plugin");
    attempt.unreserve("devices");
    assertThat(trial.schedule(pod("q").uid("v").request(GPU, "1")).fitting())
        .containsExactly("devices", "plugin");
  }

  @Test
  void aClaimThatCannotBeMadeFailsThePod() {
    Attempt attempt = trial.schedule(gpus(1)).reserve("devices");
    trial.claims.fail("create");

    assertThat(attempt.preBound("devices"))
        .isEqualTo(
            Verdict.error(
                "create claim for extended resources default/<extended-resources>: refused"));
    attempt.unreserve("devices");
    assertThat(trial.pending.all()).isEmpty();
    assertThat(trial.claims.calls).containsExactly("create p-extended-resources-");
  }

  @Test
  void aClaimThatWasMadeIsDeletedWhereWhatFollowsFails() {
    Attempt attempt = trial.schedule(gpus(1)).reserve("devices");
    trial.claims.fail("update");
    CompletableFuture<Verdict> verdict = attempt.preBind("devices").toCompletableFuture();
    trial.waiting.giveUp(Duration.ofSeconds(1));

    assertThat(verdict.getNow(Verdict.skip()).code()).isEqualTo("Error");
    attempt.unreserve("devices");
    assertThat(trial.find("p-extended-resources-x")).isNull();
    assertThat(trial.pending.all()).isEmpty();
  }

  @Test
  void aPodThatCannotBeToldOfItsClaimIsNotBound() {
    Attempt attempt = trial.schedule(gpus(1)).reserve("devices");
    trial.claims.fail("report");

    assertThat(attempt.preBound("devices"))
        .isEqualTo(Verdict.error("update pod default/p ExtendedResourceClaimStatus: refused"));
    attempt.unreserve("devices");
    assertThat(trial.find("p-extended-resources-x")).isNull();
  }

  @Test
  void aClaimThatAnEarlierAttemptHasLeftBehindIsDeletedFirst() {
    Attempt earlier = trial.schedule(gpus(1)).reserve("devices");
    assertThat(earlier.preBound("devices").isSuccess()).isTrue();

    Attempt attempt = trial.schedule(gpus(1));

    assertThat(attempt.filter("devices").texts())
        .containsExactly("cannot schedule extended resource claim");
    assertThat(attempt.postFilter().texts()).containsExactly("deletion of ResourceClaim completed");
    assertThat(trial.find("p-extended-resources-x")).isNull();
    assertThat(trial.schedule(gpus(1)).fitting()).containsExactly("devices", "plugin");
  }

  @Test
  void behindItsGate() {
    DeviceTrial without = trial("DRAExtendedResource", false);
    without.with(deviceClass("gpu", GPU));

    assertThat(without.schedule(gpus(1)).preFilter.isSkip()).isTrue();
  }

  private static PodBuilder gpus(int count) {
    return pod("p").uid("u").request(GPU, String.valueOf(count));
  }
}
