package io.merapi.kube.plugins.volumebinding;

import static io.merapi.kube.plugins.volumebinding.Storage.capacity;
import static io.merapi.kube.plugins.volumebinding.Storage.claim;
import static io.merapi.kube.plugins.volumebinding.Storage.driver;
import static io.merapi.kube.plugins.volumebinding.Storage.storageClass;
import static io.merapi.kube.plugins.volumebinding.Storage.volume;
import static io.merapi.kube.plugins.volumebinding.Storage.waitingClass;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.Verdict;
import io.merapi.kube.configuration.ShapePoint;
import io.merapi.kube.plugins.volumebinding.VolumeTrial.Attempt;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How nodes are scored by the storage that a pod would get there. */
class StorageScoreTest {

  private static final String HOST = "kubernetes.io/hostname";
  private static final String DRIVER = "ssd.example.com";

  /** The fuller, the better. */
  private static final List<ShapePoint> FULLEST_FIRST =
      List.of(new ShapePoint(0, 0), new ShapePoint(100, 10));

  private final VolumeTrial trial = new VolumeTrial(scoring(), args()).with(waitingClass());

  private static FeatureGates scoring() {
    return FeatureGates.of(Map.of(FeatureGate.STORAGE_CAPACITY_SCORING.key(), true)).gates();
  }

  private static VolumeBindingArgs args() {
    return new VolumeBindingArgs(600, FULLEST_FIRST);
  }

  @Test
  void doesNotScoreWhileTheGateIsOff() {
    var plain = new VolumeTrial().with(node("a"));
    assertThat(plain.schedule(pod("p")).preScore()).isEqualTo(Verdict.skip());
  }

  @Test
  void podWithoutClaimsScoresNothing() {
    Attempt attempt = trial.with(node("a")).schedule(pod("p"));

    assertThat(attempt.preScore().isSuccess()).isTrue();
    assertThat(attempt.score("a")).isZero();
  }

  @Test
  void scoresHowWellClaimsFillTheirVolumes() {
    trial
        .with(node("a").label(HOST, "a"))
        .with(node("b").label(HOST, "b"))
        .with(volume("on-a", "10Gi").on(HOST, "a"))
        .with(volume("on-b", "40Gi").on(HOST, "b"))
        .with(claim("data", "10Gi"));
    Attempt attempt = trial.schedule(pod("p").claim("data"));

    assertThat(attempt.score("a")).isEqualTo(100);
    assertThat(attempt.score("b")).isEqualTo(25);
  }

  @Test
  void claimsOfOneClassAreAddedUpAndClassesCountAlike() {
    trial
        .with(storageClass("other", "kubernetes.io/no-provisioner", "WaitForFirstConsumer"))
        .with(node("a"))
        .with(volume("one", "10Gi"))
        .with(volume("two", "30Gi"))
        .with(volume("three", "10Gi").storageClass("other"))
        .with(claim("x", "10Gi"))
        .with(claim("y", "20Gi"))
        .with(claim("z", "1Gi").storageClass("other"));

    // 30 of 40 in one class, 1 of 10 in the other: (75 + 10) / 2, rounded
    assertThat(trial.schedule(pod("p").claim("x").claim("y").claim("z")).score("a")).isEqualTo(43);
  }

  @Test
  void scoresWhatIsTakenOfThePoolWhereNoVolumeExists() {
    trial
        .with(storageClass("ssd", DRIVER, "WaitForFirstConsumer"))
        .with(driver(DRIVER, true))
        .with(node("a").label(HOST, "a"))
        .with(capacity("pool", "ssd", HOST, "a", "100Gi", null))
        .with(claim("x", "20Gi").storageClass("ssd"))
        .with(claim("y", "30Gi").storageClass("ssd"));

    assertThat(trial.schedule(pod("p").claim("x").claim("y")).score("a")).isEqualTo(50);
  }

  @Test
  void poolOfWhichOnlyTheLargestVolumeIsKnownCountsAsFull() {
    trial
        .with(storageClass("ssd", DRIVER, "WaitForFirstConsumer"))
        .with(driver(DRIVER, true))
        .with(node("a"))
        .with(capacity("pool", "ssd", "", "", null, "100Gi"))
        .with(claim("x", "20Gi").storageClass("ssd"));

    assertThat(trial.schedule(pod("p").claim("x")).score("a")).isEqualTo(100);
  }

  @Test
  void volumesThatAreMadeWithoutAPoolScoreNothing() {
    trial
        .with(storageClass("ssd", DRIVER, "WaitForFirstConsumer"))
        .with(node("a"))
        .with(claim("x", "20Gi").storageClass("ssd"));

    assertThat(trial.schedule(pod("p").claim("x")).score("a")).isZero();
  }

  @Test
  void boundClaimsScoreNothing() {
    trial.with(node("a")).with(volume("pv", "20Gi")).with(claim("x", "20Gi").boundTo("pv"));
    assertThat(trial.schedule(pod("p").claim("x")).score("a")).isZero();
  }
}
