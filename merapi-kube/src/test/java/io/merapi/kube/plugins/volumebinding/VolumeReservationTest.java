package io.merapi.kube.plugins.volumebinding;

import static io.merapi.kube.plugins.volumebinding.Storage.claim;
import static io.merapi.kube.plugins.volumebinding.Storage.storageClass;
import static io.merapi.kube.plugins.volumebinding.Storage.volume;
import static io.merapi.kube.plugins.volumebinding.Storage.waitingClass;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.api.storage.PersistentVolume.ClaimReference;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.kube.plugins.volumebinding.VolumeTrial.Attempt;
import org.junit.jupiter.api.Test;

/** What one pod takes, the next does not get. */
class VolumeReservationTest {

  private static final String SSD = "ssd";

  private final VolumeTrial trial =
      new VolumeTrial()
          .with(node("a"))
          .with(node("b"))
          .with(waitingClass())
          .with(storageClass(SSD, "ssd.example.com", "WaitForFirstConsumer"));

  @Test
  void volumeIsTakenForItsClaim() {
    trial.with(volume("pv", "5Gi")).with(claim("data", "5Gi"));
    assertThat(trial.schedule(pod("p").claim("data")).reserve("a").isSuccess()).isTrue();

    PersistentVolume taken = latestVolume("pv");
    assertThat(taken.claim()).isEqualTo(new ClaimReference("default", "data", "uid-data"));
    assertThat(taken.meta().annotations().get(WellKnownKeys.BOUND_BY_CONTROLLER)).isEqualTo("yes");
  }

  @Test
  void volumeThatAUserKeptForTheClaimStaysTheUsersChoice() {
    trial.with(volume("pv", "5Gi").keptFor("data", "")).with(claim("data", "5Gi"));
    assertThat(trial.schedule(pod("p").claim("data")).reserve("a").isSuccess()).isTrue();

    PersistentVolume taken = latestVolume("pv");
    assertThat(requireNonNull(taken.claim()).uid()).isEqualTo("uid-data");
    assertThat(taken.meta().annotations().has(WellKnownKeys.BOUND_BY_CONTROLLER)).isFalse();
  }

  @Test
  void takenVolumeIsNotGivenToTheNextPod() {
    trial.with(volume("pv", "5Gi")).with(claim("one", "5Gi")).with(claim("two", "5Gi"));
    Attempt first = trial.schedule(pod("p").claim("one"));
    first.reserve("a");

    assertThat(trial.schedule(pod("q").claim("two")).fitting()).isEmpty();
    first.unreserve("a");
    assertThat(trial.schedule(pod("q").claim("two")).fitting()).containsExactly("a", "b");
  }

  @Test
  void podsThatShareAClaimGetTheSameVolume() {
    trial.with(volume("small", "5Gi")).with(volume("large", "9Gi")).with(claim("data", "5Gi"));
    trial.schedule(pod("p").claim("data")).reserve("a");
    trial.schedule(pod("q").claim("data")).reserve("b");

    assertThat(trial.assumed.assumed(trial.view(), ObjectKind.PERSISTENT_VOLUME))
        .containsOnlyKeys("small");
  }

  @Test
  void podThatSharesAClaimDoesNotGiveAwayWhatAnotherTook() {
    trial.with(volume("pv", "5Gi")).with(claim("data", "5Gi")).with(claim("other", "5Gi"));
    trial.schedule(pod("p").claim("data")).reserve("a");
    Attempt second = trial.schedule(pod("q").claim("data"));
    second.reserve("b");

    second.unreserve("b");

    assertThat(trial.schedule(pod("r").claim("other")).fitting()).isEmpty();
  }

  @Test
  void claimThatAVolumeIsMadeForIsTiedToTheNode() {
    trial.with(claim("data", "5Gi").storageClass(SSD));
    Attempt first = trial.schedule(pod("p").claim("data"));
    assertThat(first.reserve("b").isSuccess()).isTrue();

    assertThat(latestClaim("data").meta().annotations().get(WellKnownKeys.SELECTED_NODE))
        .isEqualTo("b");
    assertThat(trial.schedule(pod("q").claim("data")).fitting()).containsExactly("b");
    first.unreserve("b");
    assertThat(trial.schedule(pod("q").claim("data")).fitting()).containsExactly("a", "b");
  }

  @Test
  void assumptionIsVoidOnceTheClusterHasAnotherVersion() {
    trial.with(volume("pv", "5Gi")).with(claim("data", "5Gi")).with(claim("other", "5Gi"));
    trial.schedule(pod("p").claim("data")).reserve("a");

    trial.with(volume("pv", "5Gi").version("2"));
    assertThat(trial.schedule(pod("q").claim("other")).fitting()).containsExactly("a", "b");
  }

  @Test
  void givingBackLeavesALaterAssumptionAlone() {
    trial.with(volume("pv", "5Gi")).with(claim("one", "5Gi")).with(claim("two", "5Gi"));
    Attempt first = trial.schedule(pod("p").claim("one"));
    first.reserve("a");
    trial.with(volume("pv", "5Gi").version("2"));
    trial.schedule(pod("q").claim("two")).reserve("a");

    first.unreserve("a");

    assertThat(requireNonNull(latestVolume("pv").claim()).name()).isEqualTo("two");
  }

  @Test
  void givingBackTwiceOrWithoutHavingTakenDoesNothing() {
    trial.with(volume("pv", "5Gi")).with(claim("data", "5Gi"));
    Attempt attempt = trial.schedule(pod("p").claim("data"));
    attempt.unreserve("a");
    attempt.reserve("a");
    attempt.unreserve("a");
    attempt.unreserve("a");

    assertThat(trial.assumed.prune(trial.view())).isEmpty();
  }

  @Test
  void nothingIsTakenOnANodeThatCannotHaveTheVolumes() {
    trial.with(volume("pv", "1Gi")).with(claim("data", "5Gi"));
    Attempt attempt = trial.schedule(pod("p").claim("data"));

    assertThat(attempt.reserve("a")).isEqualTo(Verdict.error("no pod volume found for node \"a\""));
    assertThat(trial.assumed.prune(trial.view())).isEmpty();
  }

  @Test
  void withoutANodeNothingIsTaken() {
    trial.with(volume("pv", "5Gi")).with(claim("data", "5Gi"));
    Attempt attempt = trial.schedule(pod("p").claim("data"));

    assertThat(attempt.reserve("")).isEqualTo(Verdict.success());
    assertThat(trial.assumed.prune(trial.view())).isEmpty();
  }

  @Test
  void boundClaimsNeedNoReservation() {
    trial.with(volume("pv", "5Gi")).with(claim("data", "5Gi").boundTo("pv"));
    Attempt attempt = trial.schedule(pod("p").claim("data"));

    assertThat(attempt.reserve("a").isSuccess()).isTrue();
    assertThat(attempt.preBind("a")).isCompletedWithValue(Verdict.success());
    assertThat(trial.written).isEmpty();
  }

  private PersistentVolume latestVolume(String name) {
    return (PersistentVolume)
        requireNonNull(
            trial.assumed.latest(trial.view(), ObjectKind.PERSISTENT_VOLUME, name), name);
  }

  private PersistentVolumeClaim latestClaim(String name) {
    return (PersistentVolumeClaim)
        requireNonNull(
            trial.assumed.latest(
                trial.view(), ObjectKind.PERSISTENT_VOLUME_CLAIM, "default/" + name),
            name);
  }
}
