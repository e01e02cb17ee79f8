package io.merapi.kube.plugins.volumebinding;

import static io.merapi.kube.plugins.volumebinding.Storage.claim;
import static io.merapi.kube.plugins.volumebinding.Storage.csiNode;
import static io.merapi.kube.plugins.volumebinding.Storage.storageClass;
import static io.merapi.kube.plugins.volumebinding.Storage.volume;
import static io.merapi.kube.plugins.volumebinding.Storage.waitingClass;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.storage.VolumeSource;
import io.merapi.kube.plugins.volumebinding.VolumeTrial.Attempt;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/**
 * How volumes are bound before the pod is, and what is left when a step fails.
 *
 * <p>The pod has a claim that gets the volume {@code pv} and one that a volume is made for.
 */
class VolumePreBindTest {

  private static final String SSD = "ssd";
  private static final PodBuilder POD = pod("p").claim("static").claim("dynamic");

  private final VolumeTrial trial =
      new VolumeTrial()
          .with(node("a").label("host", "a"))
          .with(waitingClass())
          .with(storageClass(SSD, "ssd.example.com", "WaitForFirstConsumer"))
          .with(volume("pv", "5Gi"))
          .with(claim("static", "5Gi"))
          .with(claim("dynamic", "5Gi").storageClass(SSD));

  private final Attempt attempt = trial.schedule(POD);

  private CompletionStage<Verdict> bind() {
    assertThat(attempt.reserve("a").isSuccess()).isTrue();
    return attempt.preBind("a");
  }

  /** The cluster shows what was written, and the controller of volumes binds the volume. */
  private void clusterBindsTheVolume() {
    trial
        .with(volume("pv", "5Gi").version("2").keptFor("static", "uid-static").phase("Bound"))
        .with(claim("static", "5Gi").version("2").boundTo("pv"));
  }

  private void provisionerMakesAVolume() {
    trial
        .with(volume("made", "5Gi").storageClass(SSD).keptFor("dynamic", "uid-dynamic"))
        .with(
            claim("dynamic", "5Gi")
                .storageClass(SSD)
                .version("3")
                .selectedNode("a")
                .boundTo("made"));
  }

  @Test
  void writesVolumesThenClaimsAndWaitsUntilAllAreBound() {
    CompletionStage<Verdict> verdict = bind();

    assertThat(trial.written)
        .extracting(ClusterObject::key)
        .containsExactly("pv", "default/dynamic");
    assertThat(trial.written.getLast().meta().annotations().get(WellKnownKeys.SELECTED_NODE))
        .isEqualTo("a");
    assertThat(trial.patience).isEqualTo(Duration.ofMinutes(10));
    assertThat(verdict).isNotCompleted();

    clusterBindsTheVolume();
    assertThat(verdict).isNotCompleted();
    provisionerMakesAVolume();
    assertThat(verdict).isCompletedWithValue(Verdict.success());
    assertThat(trial.assumed.prune(trial.view())).isEmpty();
  }

  @Test
  void waitsForAVolumeThatItsClaimAlreadyNames() {
    CompletionStage<Verdict> verdict = bind();
    clusterBindsTheVolume();
    trial.with(
        claim("dynamic", "5Gi").storageClass(SSD).version("3").selectedNode("a").boundTo("made"));

    assertThat(verdict).isNotCompleted();
    provisionerMakesAVolume();
    assertThat(verdict).isCompletedWithValue(Verdict.success());
  }

  @Test
  void failedWriteOfAVolumeGivesEverythingBack() {
    trial.refusals.put("pv", "the object has been modified");

    assertThat(bind()).isCompletedWithValue(Verdict.error("the object has been modified"));
    assertThat(trial.written).isEmpty();
    assertThat(trial.assumed.prune(trial.view())).isEmpty();
  }

  @Test
  void failedWriteOfAClaimGivesBackTheClaimAndKeepsTheVolumeThatWasWritten() {
    trial.refusals.put("default/dynamic", "the server is away");

    assertThat(bind()).isCompletedWithValue(Verdict.error("the server is away"));
    assertThat(trial.written).extracting(ClusterObject::key).containsExactly("pv");
    attempt.unreserve("a");
    assertThat(trial.assumed.assumed(trial.view(), ObjectKind.PERSISTENT_VOLUME_CLAIM)).isEmpty();
    // The volume is taken although the cluster does not show it yet.
    trial.with(claim("other", "5Gi"));
    assertThat(trial.schedule(pod("q").claim("other")).fitting()).isEmpty();
    // Once it does, its word counts, and the pod gets its volume in the next attempt.
    trial.with(volume("pv", "5Gi").version("2").keptFor("static", "uid-static"));
    assertThat(trial.assumed.prune(trial.view())).isEmpty();
    assertThat(trial.schedule(POD).fitting()).containsExactly("a");
  }

  @Test
  void givesUpWhenTheTimeIsOver() {
    CompletionStage<Verdict> verdict = bind();
    trial.runOutOfTime();

    assertThat(verdict)
        .isCompletedWithValue(Verdict.error("binding volumes: context deadline exceeded"));
  }

  @Test
  void failsWhenTheNodeIsGone() {
    CompletionStage<Verdict> verdict = bind();
    trial.without(node("a").build());

    assertFailed(verdict, "failed to get node \"a\": node \"a\" not found");
  }

  @Test
  void failsWhenThePodIsGone() {
    CompletionStage<Verdict> verdict = bind();
    trial.without(POD.build());

    assertFailed(verdict, "pod does not exist any more: pod \"p\" not found");
  }

  @Test
  void failsWhenTheVolumeIsGone() {
    CompletionStage<Verdict> verdict = bind();
    trial.without(volume("pv", "5Gi").build());

    assertFailed(verdict, "failed to check binding: persistentvolumes \"pv\" not found");
    attempt.unreserve("a");
    assertThat(trial.assumed.assumed(trial.view(), ObjectKind.PERSISTENT_VOLUME)).isEmpty();
  }

  @Test
  void failsWhenTheClaimOfTheVolumeIsGone() {
    CompletionStage<Verdict> verdict = bind();
    trial.without(claim("static", "5Gi").build());

    assertFailed(
        verdict, "failed to check binding: persistentvolumeclaims \"default/static\" not found");
  }

  @Test
  void failsWhenTheVolumeIsTakenFromItsClaim() {
    CompletionStage<Verdict> verdict = bind();
    trial.with(volume("pv", "5Gi").version("3"));

    assertFailed(verdict, "ClaimRef got reset for pv \"pv\"");
  }

  @Test
  void failsWhenTheVolumeMovesOutOfReach() {
    CompletionStage<Verdict> verdict = bind();
    trial.with(volume("pv", "5Gi").version("2").keptFor("static", "uid-static").on("host", "b"));

    assertFailed(
        verdict, "pv \"pv\" node affinity doesn't match node \"a\": no matching NodeSelectorTerms");
  }

  @Test
  void failsWhenTheDriverCannotHaveTheVolume() {
    trial.with(csiNode("a", "kubernetes.io/azure-disk"));
    CompletionStage<Verdict> verdict = bind();
    trial.with(
        volume("pv", "5Gi")
            .version("2")
            .keptFor("static", "uid-static")
            .source(new VolumeSource.AzureDisk("disk", "uri", "Dedicated")));

    assertFailed(
        verdict,
        "failed to translate pv to csi: could not translate pv: kind(Dedicated) is not supported"
            + " in csi migration");
  }

  @Test
  void failsWhenTheClaimToProvisionIsGone() {
    CompletionStage<Verdict> verdict = bind();
    clusterBindsTheVolume();
    trial.without(claim("dynamic", "5Gi").build());

    assertFailed(
        verdict,
        "failed to check provisioning pvc: persistentvolumeclaims \"default/dynamic\" not found");
  }

  @Test
  void failsWhenTheProvisionerGivesTheClaimBack() {
    CompletionStage<Verdict> verdict = bind();
    clusterBindsTheVolume();
    trial.with(claim("dynamic", "5Gi").storageClass(SSD).version("3").annotation("x", "y"));

    assertFailed(verdict, "provisioning failed for PVC \"dynamic\"");
  }

  @Test
  void failsWhenTheClaimHasNoAnnotationsAnyMore() {
    CompletionStage<Verdict> verdict = bind();
    clusterBindsTheVolume();
    trial.with(claim("dynamic", "5Gi").storageClass(SSD).version("3"));

    assertFailed(verdict, "selectedNode annotation reset for PVC \"dynamic\"");
  }

  @Test
  void failsWhenTheNewVolumeIsOutOfReach() {
    CompletionStage<Verdict> verdict = bind();
    clusterBindsTheVolume();
    trial
        .with(volume("made", "5Gi").storageClass(SSD).on("host", "b"))
        .with(
            claim("dynamic", "5Gi")
                .storageClass(SSD)
                .version("3")
                .selectedNode("a")
                .naming("made"));

    assertFailed(
        verdict,
        "pv \"made\" node affinity doesn't match node \"a\": no matching NodeSelectorTerms");
  }

  private static void assertFailed(CompletionStage<Verdict> verdict, String text) {
    assertThat(verdict).isCompletedWithValue(Verdict.error("binding volumes: " + text));
  }
}
