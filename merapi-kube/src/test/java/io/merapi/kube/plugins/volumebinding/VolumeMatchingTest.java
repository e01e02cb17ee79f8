package io.merapi.kube.plugins.volumebinding;

import static io.merapi.kube.plugins.volumebinding.Storage.claim;
import static io.merapi.kube.plugins.volumebinding.Storage.volume;
import static io.merapi.kube.plugins.volumebinding.Storage.waitingClass;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.storage.PersistentVolume;
import io.merapi.kube.plugins.volumebinding.VolumeTrial.Attempt;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which of the volumes that exist a claim gets. */
class VolumeMatchingTest {

  private static final String NONE = "node(s) didn't find available persistent volumes to bind";
  private static final String HOST = WellKnownKeys.HOSTNAME;

  private final VolumeTrial trial =
      new VolumeTrial()
          .with(node("a").label(HOST, "a"))
          .with(node("b").label(HOST, "b"))
          .with(waitingClass());

  @Test
  void takesTheSmallestVolumeThatIsLargeEnough() {
    trial
        .with(volume("tiny", "1Gi"))
        .with(volume("large", "100Gi"))
        .with(volume("middle", "10Gi"))
        .with(claim("data", "5Gi"));

    assertThat(chosen(pod("p").claim("data"), "a")).isEqualTo(Map.of("data", "middle"));
  }

  @Test
  void takesTheFirstByNameAmongVolumesOfOneSize() {
    trial
        .with(volume("y", "5Gi"))
        .with(volume("x", "5Gi").on(HOST, "a"))
        .with(claim("data", "5Gi"));

    assertThat(chosen(pod("p").claim("data"), "a")).isEqualTo(Map.of("data", "x"));
    assertThat(chosen(pod("p").claim("data"), "b")).isEqualTo(Map.of("data", "y"));
  }

  @Test
  void nodeMustReachTheVolume() {
    trial.with(volume("pv", "5Gi").on(HOST, "b")).with(claim("data", "5Gi"));
    Attempt attempt = trial.schedule(pod("p").claim("data"));

    assertThat(attempt.rejections()).isEqualTo(Map.of("a", List.of(NONE)));
    assertThat(VolumeBindingTest.reason(attempt.filter("a")).detail())
        .isEqualTo("claim default/data finds no volume, and class local makes none");
  }

  @Test
  void volumeMayBeReachedInSeveralWays() {
    trial
        .with(volume("pv", "5Gi").on(HOST, "b").on("rack", "r1"))
        .with(node("c").label("rack", "r1"))
        .with(claim("data", "5Gi"));

    assertThat(fitting()).containsExactly("b", "c");
  }

  @Test
  void volumeOfAnotherClassIsLeftAlone() {
    trial.with(volume("pv", "5Gi").storageClass("other")).with(claim("data", "5Gi"));
    assertThat(fitting()).isEmpty();
  }

  @Test
  void volumeThatIsNotAvailableIsLeftAlone() {
    trial
        .with(volume("released", "5Gi").phase("Released"))
        .with(volume("new", "5Gi").phase(""))
        .with(volume("going", "5Gi").beingDeleted())
        .with(claim("data", "5Gi"));
    assertThat(fitting()).isEmpty();
  }

  @Test
  void volumeMustOfferAllAccessModes() {
    trial
        .with(volume("pv", "5Gi").accessModes("ReadWriteOnce"))
        .with(claim("data", "5Gi").accessModes("ReadWriteOnce", "ReadOnlyMany"));
    assertThat(fitting()).isEmpty();

    trial.with(volume("more", "5Gi").accessModes("ReadOnlyMany", "ReadWriteOnce"));
    assertThat(fitting()).containsExactly("a", "b");
  }

  @Test
  void volumeModesMustAgree() {
    trial.with(volume("pv", "5Gi").mode("Filesystem")).with(claim("data", "5Gi").mode("Block"));
    assertThat(fitting()).isEmpty();

    trial.with(claim("data", "5Gi"));
    assertThat(fitting()).containsExactly("a", "b");
  }

  @Test
  void attributesClassesMustAgree() {
    trial
        .with(volume("pv", "5Gi").attributesClass("gold"))
        .with(claim("data", "5Gi").attributesClass("silver"));
    assertThat(fitting()).isEmpty();

    trial.with(claim("data", "5Gi").attributesClass("gold"));
    assertThat(fitting()).containsExactly("a", "b");
  }

  @Test
  void claimMaySelectVolumesByLabel() {
    trial
        .with(volume("slow", "5Gi").label("disk", "hdd"))
        .with(volume("fast", "50Gi").label("disk", "ssd"))
        .with(claim("data", "5Gi").selecting("disk", "ssd"));

    assertThat(chosen(pod("p").claim("data"), "a")).isEqualTo(Map.of("data", "fast"));
  }

  @Test
  void selectorThatCannotBeReadFailsTheAttempt() {
    trial
        .with(volume("pv", "5Gi"))
        .with(
            claim("data", "5Gi")
                .selecting(
                    new LabelSelector(
                        Labels.EMPTY,
                        List.of(new SelectorRequirement("disk", "Like", List.of("ssd"))))));

    assertThat(trial.schedule(pod("p").claim("data")).filter("a"))
        .isEqualTo(
            Verdict.error(
                "error creating internal label selector for claim: default/data: \"Like\" is not a"
                    + " valid label selector operator"));
  }

  @Test
  void volumeKeptForTheClaimComesFirst() {
    trial
        .with(volume("small", "5Gi"))
        .with(volume("kept", "100Gi").keptFor("data", "").phase("Pending").accessModes("Other"))
        .with(claim("data", "5Gi"));

    assertThat(chosen(pod("p").claim("data"), "a")).isEqualTo(Map.of("data", "kept"));
  }

  @Test
  void volumeKeptForTheClaimIsTheOnlyOneInQuestion() {
    trial
        .with(volume("small", "5Gi"))
        .with(volume("kept", "100Gi").keptFor("data", "uid-data").on(HOST, "b"))
        .with(claim("data", "5Gi"));

    assertThat(fitting()).containsExactly("b");
  }

  @Test
  void volumeKeptForTheClaimThatWouldNotDoIsPassedOver() {
    trial
        .with(volume("other", "5Gi"))
        .with(volume("too-small", "1Gi").keptFor("data", ""))
        .with(volume("earlier", "5Gi").keptFor("data", "uid-of-an-earlier-claim"))
        .with(claim("data", "5Gi"));

    assertThat(chosen(pod("p").claim("data"), "a")).isEqualTo(Map.of("data", "other"));
  }

  @Test
  void volumeKeptForAnotherClaimIsLeftAlone() {
    trial.with(volume("kept", "5Gi").keptFor("other", "")).with(claim("data", "5Gi"));
    assertThat(fitting()).isEmpty();
  }

  @Test
  void smallestClaimChoosesFirst() {
    trial
        .with(volume("small", "5Gi"))
        .with(volume("large", "50Gi"))
        .with(claim("much", "50Gi"))
        .with(claim("little", "1Gi"));

    assertThat(chosen(pod("p").claim("much").claim("little"), "a"))
        .isEqualTo(Map.of("little", "small", "much", "large"));
  }

  @Test
  void claimsOfOnePodDoNotShareAVolume() {
    trial.with(volume("pv", "50Gi")).with(claim("one", "1Gi")).with(claim("two", "1Gi"));

    assertThat(trial.schedule(pod("p").claim("one").claim("two")).rejections().get("a"))
        .containsExactly(NONE);
  }

  private List<String> fitting() {
    return trial.schedule(pod("p").claim("data")).fitting();
  }

  /** By claim, the volume that is reserved for it on a node. */
  private Map<String, String> chosen(PodBuilder pod, String nodeName) {
    Attempt attempt = trial.schedule(pod);
    assertThat(attempt.filter(nodeName).isSuccess()).isTrue();
    assertThat(attempt.reserve(nodeName).isSuccess()).isTrue();
    var volumes = new TreeMap<String, String>();
    trial
        .assumed
        .assumed(trial.view(), ObjectKind.PERSISTENT_VOLUME)
        .forEach((name, object) ->
            volumes.put(Objects.requireNonNull(((PersistentVolume) object).claim()).name(), name));
    attempt.unreserve(nodeName);
    return volumes;
  }
}
