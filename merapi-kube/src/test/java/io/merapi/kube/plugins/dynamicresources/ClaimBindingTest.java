package io.merapi.kube.plugins.dynamicresources;

import static io.merapi.kube.plugins.dynamicresources.DeviceTrial.trial;
import static io.merapi.testkit.DemandBuilder.devices;
import static io.merapi.testkit.DeviceBuilder.device;
import static io.merapi.testkit.DeviceClaimBuilder.deviceClaim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SliceBuilder.slice;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.framework.Verdict;
import io.merapi.kube.plugins.dynamicresources.DeviceTrial.Attempt;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From the choice of a node to the claim that is written, and back where something fails. */
class ClaimBindingTest {

  private final DeviceTrial trial = trial();

  @BeforeEach
  void twoDevices() {
    trial
        .with(node("n"))
        .with(slice("p").with(device("d0"), device("d1")))
        .with(deviceClaim("c").request("r", devices(1)), deviceClaim("e").request("r", devices(1)));
  }

  @Test
  void whatIsReservedIsTakenForOthers() {
    trial.schedule(first()).reserve("n");

    Attempt second = trial.schedule(pod("q").uid("v").resourceClaim("e")).reserve("n");

    assertThat(second.preBound("n").isSuccess()).isTrue();
    assertThat(deviceOf("e")).isEqualTo("d1");
    trial.with(deviceClaim("f").request("r", devices(1)));
    assertThat(trial.schedule(pod("r").resourceClaim("f")).fitting()).isEmpty();
  }

  @Test
  void nobodyElseUsesAClaimWhoseDevicesAreOnlyReserved() {
    trial.schedule(first()).reserve("n");

    assertThat(trial.schedule(pod("q").uid("v").resourceClaim("c")).preFilter.texts())
        .containsExactly("resource claim default/c is in the process of being allocated");
  }

  @Test
  void writesAllocationReservationAndFinalizer() {
    Attempt attempt = trial.schedule(first()).reserve("n");

    assertThat(attempt.preBound("n").isSuccess()).isTrue();

    ResourceClaim written = trial.claim("c");
    assertThat(deviceOf("c")).isEqualTo("d0");
    assertThat(requireNonNull(written.allocation()).allocationTimestamp()).isEqualTo(Instant.EPOCH);
    assertThat(written.meta().finalizers())
        .containsExactly("resource.kubernetes.io/delete-protection");
    assertThat(written.reservedFor())
        .containsExactly(new ResourceClaim.Consumer("", "pods", "p", "u"));
    assertThat(trial.pending.all()).isEmpty();
  }

  @Test
  void aWrittenClaimCountsBeforeTheClusterShowsIt() {
    trial.claims.hide();
    Attempt attempt = trial.schedule(first()).reserve("n");
    assertThat(attempt.preBound("n").isSuccess()).isTrue();

    assertThat(trial.claim("c").allocation()).as("as the cluster shows it").isNull();
    var latest =
        (ResourceClaim) trial.assumed.latest(trial.view(), ObjectKind.RESOURCE_CLAIM, "default/c");
    assertThat(requireNonNull(latest).allocation()).isNotNull();
    assertThat(trial.schedule(pod("q").uid("v").resourceClaim("c")).preFilter.isSuccess())
        .as("a second pod may use it")
        .isTrue();
  }

  @Test
  void onlyAddsAReservationToAClaimThatHasItsDevices() {
    trial.with(deviceClaim("held").holding("p", "d0").reservedFor(pod("other").uid("o").build()));
    Attempt attempt = trial.schedule(pod("p").uid("u").resourceClaim("held")).reserve("n");

    assertThat(attempt.preBound("n").isSuccess()).isTrue();
    assertThat(trial.claim("held").reservedFor())
        .extracting(ResourceClaim.Consumer::uid)
        .containsExactly("o", "u");
  }

  @Test
  void writesNothingWhereAllIsReservedForThePodAlready() {
    trial.with(deviceClaim("held").holding("p", "d0").reservedFor(first().build()));
    Attempt attempt = trial.schedule(pod("p").uid("u").resourceClaim("held")).reserve("n");

    assertThat(attempt.preBound("n").isSuccess()).isTrue();
    assertThat(trial.claims.calls).isEmpty();
  }

  @Test
  void aClaimThatHasChangedIsChangedOnTopOfThat() {
    Attempt attempt = trial.schedule(first()).reserve("n");
    trial.with(
        deviceClaim("c")
            .request("r", devices(1))
            .resourceVersion("2")
            .reservedFor(pod("other").uid("o").build()));

    assertThat(attempt.preBound("n").isSuccess()).isTrue();
    assertThat(trial.claim("c").reservedFor())
        .extracting(ResourceClaim.Consumer::uid)
        .containsExactly("o", "u");
  }

  @Test
  void aClaimThatWasGivenDevicesByAnotherIsLeftAlone() {
    Attempt attempt = trial.schedule(first()).reserve("n");
    trial.with(deviceClaim("c").resourceVersion("2").holding("p", "d1"));

    assertThat(attempt.preBound("n"))
        .isEqualTo(Verdict.error("claim default/c got allocated elsewhere in the meantime"));
    attempt.unreserve("n");
    assertThat(trial.pending.all()).isEmpty();
    assertThat(deviceOf("c")).isEqualTo("d1");
  }

  @Test
  void aClaimThatIsBeingDeletedIsLeftAlone() {
    Attempt attempt = trial.schedule(first()).reserve("n");
    trial.with(deviceClaim("c").request("r", devices(1)).resourceVersion("2").terminating());

    assertThat(attempt.preBound("n"))
        .isEqualTo(Verdict.error("claim default/c got deleted in the meantime"));
  }

  @Test
  void aClaimThatLostItsDevicesFailsThePod() {
    trial.with(deviceClaim("held").holding("p", "d0"));
    Attempt attempt = trial.schedule(pod("p").uid("u").resourceClaim("held")).reserve("n");
    trial.with(deviceClaim("held").resourceVersion("2"));

    assertThat(attempt.preBound("n"))
        .isEqualTo(Verdict.error("claim default/held got deallocated elsewhere in the meantime"));
  }

  @Test
  void aFailureToWriteFreesTheDevices() {
    Attempt attempt = trial.schedule(first()).reserve("n");
    trial.claims.fail("update");
    CompletableFuture<Verdict> verdict = attempt.preBind("n").toCompletableFuture();
    assertThat(verdict).as("the claim may yet turn out to have changed").isNotDone();
    trial.waiting.giveUp(Duration.ofSeconds(1));

    assertThat(verdict.getNow(Verdict.skip()))
        .isEqualTo(Verdict.error("add allocation and reservation to claim default/c: refused"));
    attempt.unreserve("n");
    assertThat(trial.pending.all()).isEmpty();
    assertThat(trial.schedule(pod("q").uid("v").resourceClaim("c")).fitting()).containsExactly("n");
  }

  @Test
  void aFailureOfTheSecondClaimGivesTheReservationOfTheFirstBack() {
    Attempt attempt =
        trial.schedule(pod("p").uid("u").resourceClaim("c").resourceClaim("e")).reserve("n");
    trial.without(trial.claim("e"));
    CompletableFuture<Verdict> verdict = attempt.preBind("n").toCompletableFuture();
    trial.waiting.giveUp(Duration.ofSeconds(1));

    assertThat(verdict.getNow(Verdict.skip()).code()).isEqualTo("Error");
    attempt.unreserve("n");
    assertThat(trial.pending.all()).isEmpty();
    assertThat(trial.claim("c").reservedFor()).isEmpty();
    assertThat(trial.claim("c").allocation())
        .as("the devices stay, for the next attempt to use or give up")
        .isNotNull();
  }

  @Test
  void unreserveAfterNothingWasReservedDoesNothing() {
    Attempt attempt = trial.schedule(first());

    attempt.unreserve("n");

    assertThat(trial.claims.calls).isEmpty();
    assertThat(trial.claim("c").allocation()).isNull();
  }

  private static PodBuilder first() {
    return pod("p").uid("u").resourceClaim("c");
  }

  private String deviceOf(String claim) {
    return requireNonNull(trial.claim(claim).allocation()).results().getFirst().device();
  }
}
