package io.merapi.kube.plugins.volumezone;

import static io.merapi.kube.plugins.PluginTrial.trial;
import static io.merapi.testkit.ClaimBuilder.claim;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.VolumeBuilder.volume;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.meta.WellKnownKeys;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.storage.PersistentVolumeClaim;
import io.merapi.api.storage.StorageClass;
import io.merapi.kube.plugins.PluginTrial;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumeZoneTest {

  private static final String ZONE = WellKnownKeys.ZONE;
  private static final String BETA_ZONE = WellKnownKeys.BETA_ZONE;
  private static final PodBuilder POD = pod("p").claim("c");
  private static final PersistentVolumeClaim BOUND = claim("c").boundTo("pv").build();

  private final PluginTrial trial = trial().with(node("n").label(ZONE, "east"));
  private final VolumeZone plugin = new VolumeZone(trial.context());

  @ParameterizedTest(name = "volume {0}={1}, node {2}={3}: fits {4}")
  @CsvSource({
    "topology.kubernetes.io/zone, east, topology.kubernetes.io/zone, east, true",
    "topology.kubernetes.io/zone, east, topology.kubernetes.io/zone, west, false",
    "topology.kubernetes.io/zone, west__east, topology.kubernetes.io/zone, east, true",
    "topology.kubernetes.io/zone, west__ east, topology.kubernetes.io/zone, east, true",
    "topology.kubernetes.io/zone, west__, topology.kubernetes.io/zone, east, true",
    "topology.kubernetes.io/zone, east, topology.kubernetes.io/region, r, false",
    "topology.kubernetes.io/zone, east, kubernetes.io/hostname, n, true",
    "topology.kubernetes.io/region, r, topology.kubernetes.io/region, r, true",
    "topology.kubernetes.io/region, r, topology.kubernetes.io/region, s, false",
    "failure-domain.beta.kubernetes.io/zone, east, topology.kubernetes.io/zone, east, true",
    "failure-domain.beta.kubernetes.io/region, r, topology.kubernetes.io/region, s, false",
    "topology.kubernetes.io/zone, east, failure-domain.beta.kubernetes.io/zone, east, false",
    "kubernetes.io/hostname, other, topology.kubernetes.io/zone, east, true"
  })
  void nodeMustHaveOneOfThePlacesOfTheVolume(
      String volumeKey, String volumeValue, String nodeKey, String nodeValue, boolean fits) {
    trial
        .with(node("m").label(nodeKey, nodeValue))
        .with(BOUND)
        .with(volume("pv").label(volumeKey, volumeValue).build());
    Verdict verdict = trial.filter(plugin, POD, "m");
    assertThat(verdict.isSuccess() || verdict.isSkip()).isEqualTo(fits);
  }

  @Test
  void otherZoneIsRejectedForGoodAndSaysWhichItWants() {
    trial.with(BOUND).with(volume("pv").label(ZONE, "west__north").build());
    Verdict verdict = trial.filter(plugin, POD, "n");
    assertThat(verdict.code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(verdict.texts()).containsExactly("node(s) had no available volume zone");
    assertThat(((Verdict.Rejected) verdict).reasons().getFirst().detail())
        .isEqualTo(
            "volume pv wants topology.kubernetes.io/zone to be north or west, the node has east");
  }

  @Test
  void allVolumesMustBeThere() {
    trial
        .with(BOUND)
        .with(claim("d").boundTo("qv").build())
        .with(volume("pv").label(ZONE, "east").build())
        .with(volume("qv").label(ZONE, "west").build());
    assertThat(trial.filter(plugin, pod("p").claim("c").claim("d"), "n").isSuccess()).isFalse();
  }

  @Test
  void hasNoPartInPodsWithoutPlacedVolumes() {
    assertThat(preFilter(pod("p"))).isEqualTo(Verdict.skip());
    trial.with(BOUND).with(volume("pv").build());
    assertThat(preFilter(POD)).isEqualTo(Verdict.skip());
  }

  @Test
  void hasNoPartInClaimsThatWaitForTheirPod() {
    trial.with(claim("c").ofClass("late").build()).with(storageClass("WaitForFirstConsumer"));
    assertThat(preFilter(POD)).isEqualTo(Verdict.skip());
  }

  @Test
  void whatIsMissingEndsTheAttemptInUpstreamsWords() {
    assertEnds("persistentvolumeclaim \"c\" not found");
    trial.with(claim("c").build());
    assertEnds("PersistentVolumeClaim had no pv name and storageClass name");
    trial.with(claim("c").ofClass("late").build());
    assertEnds("storageclass.storage.k8s.io \"late\" not found");
    trial.with(storageClass(null));
    assertEnds("VolumeBindingMode not set for StorageClass \"late\"");
    trial.with(storageClass("Immediate"));
    assertEnds("PersistentVolume had no name");
    trial.with(BOUND);
    assertEnds("persistentvolume \"pv\" not found");
  }

  @Test
  void claimWithoutANameEndsTheAttempt() {
    Verdict verdict = preFilter(pod("p").claim(""));
    assertThat(verdict.texts()).containsExactly("PersistentVolumeClaim had no name");
  }

  @Test
  void withoutItsPreFilterItRejectsNodesForTheSameReasons() {
    PodInfo pod = trial.info(POD);
    CycleState state = trial.newState();
    plugin.prepareFilter(state, pod, trial.view());
    assertThat(plugin.filter(state, pod, trial.node("n")).texts())
        .containsExactly("persistentvolumeclaim \"c\" not found");
  }

  @Test
  void wakesForANewClassThatWaitsAndIgnoresOthers() {
    assertThat(trial.wakes(plugin, POD, ClusterAction.ADD, null, storageClass("Immediate")))
        .isFalse();
    assertThat(
            trial.wakes(plugin, POD, ClusterAction.ADD, null, storageClass("WaitForFirstConsumer")))
        .isTrue();
  }

  @Test
  void wakesForNewNodesAndNewLabelsAndIgnoresTaints() {
    var before = node("m").build();
    var after = node("m").label(ZONE, "east").build();
    assertThat(trial.wakes(plugin, POD, ClusterAction.ADD, null, after)).isTrue();
    assertThat(trial.wakes(plugin, POD, ClusterAction.UPDATE_NODE_LABEL, before, after)).isTrue();
    assertThat(trial.wakes(plugin, POD, ClusterAction.UPDATE_NODE_TAINT, before, after)).isFalse();
  }

  @Test
  void wakesForItsOwnClaimAndIgnoresOthers() {
    assertThat(trial.wakes(plugin, POD, ClusterAction.ADD, null, BOUND)).isTrue();
    assertThat(trial.wakes(plugin, POD, ClusterAction.UPDATE_OBJECT, claim("c").build(), BOUND))
        .isTrue();
    assertThat(trial.wakes(plugin, POD, ClusterAction.ADD, null, claim("d").build())).isFalse();
    assertThat(
            trial.wakes(
                plugin, POD, ClusterAction.ADD, null, claim("c").namespace("elsewhere").build()))
        .isFalse();
  }

  @Test
  void wakesForNewVolumesAndForThoseThatSayAnotherPlace() {
    var unplaced = volume("pv").build();
    var placed = volume("pv").label(BETA_ZONE, "east").build();
    var renamed = volume("pv").label(BETA_ZONE, "east").label("other", "label").build();
    assertThat(trial.wakes(plugin, POD, ClusterAction.ADD, null, unplaced)).isTrue();
    assertThat(trial.wakes(plugin, POD, ClusterAction.UPDATE_OBJECT, unplaced, placed)).isTrue();
    assertThat(trial.wakes(plugin, POD, ClusterAction.UPDATE_OBJECT, placed, renamed)).isFalse();
  }

  private void assertEnds(String text) {
    Verdict verdict = preFilter(POD);
    assertThat(verdict.code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(verdict.texts()).containsExactly(text);
  }

  private Verdict preFilter(PodBuilder pod) {
    return plugin.preFilter(trial.newState(), trial.info(pod), trial.view()).verdict();
  }

  private static StorageClass storageClass(@Nullable String mode) {
    return new StorageClass(ObjectMeta.named("", "late"), "driver", Labels.EMPTY, mode, List.of());
  }
}
