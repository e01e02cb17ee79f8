package io.merapi.kube.plugins.volumebinding;

import static io.merapi.kube.plugins.volumebinding.Storage.claim;
import static io.merapi.kube.plugins.volumebinding.Storage.csiNode;
import static io.merapi.kube.plugins.volumebinding.Storage.storageClass;
import static io.merapi.kube.plugins.volumebinding.Storage.volume;
import static io.merapi.kube.plugins.volumebinding.Storage.waitingClass;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.Reason;
import io.merapi.api.framework.Verdict;
import io.merapi.api.meta.Labels;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.Volume;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.api.storage.ClaimSpec;
import io.merapi.api.storage.ClaimTemplate;
import io.merapi.api.storage.VolumeSource;
import io.merapi.kube.plugins.volumebinding.VolumeTrial.Attempt;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What claims do to a pod before a volume is chosen for any of them. */
class VolumeBindingTest {

  private static final String UNREACHABLE = "node(s) didn't match PersistentVolume's node affinity";
  private static final String ZONE = "topology.kubernetes.io/zone";

  private static final Volume.Source EPHEMERAL =
      new Volume.Ephemeral(
          new ClaimTemplate(
              Labels.EMPTY,
              Labels.EMPTY,
              new ClaimSpec(List.of(), ResourceList.EMPTY, null, null, "", null, null)));

  private final VolumeTrial trial =
      new VolumeTrial()
          .with(node("a").label(ZONE, "z1"))
          .with(node("b").label(ZONE, "z2"))
          .with(waitingClass());

  @Test
  void hasNoPartInPodsWithoutClaims() {
    Attempt attempt = trial.schedule(pod("p").volume(new Volume.GcePersistentDisk("disk", false)));

    assertThat(attempt.preFilter()).isEqualTo(Verdict.skip());
    assertThat(attempt.reserve("a").isSuccess()).isTrue();
    assertThat(attempt.preBind("a")).isCompletedWithValue(Verdict.success());
  }

  @Test
  void missingClaimKeepsThePodWaiting() {
    assertRejected(pod("p").claim("data"), "persistentvolumeclaim \"data\" not found");
  }

  @Test
  void lostClaimKeepsThePodWaiting() {
    trial.with(claim("data", "1Gi").naming("pv").phase("Lost"));

    assertRejected(
        pod("p").claim("data"),
        "persistentvolumeclaim \"data\" bound to non-existent persistentvolume \"pv\"");
  }

  @Test
  void claimThatIsBeingDeletedKeepsThePodWaiting() {
    trial.with(claim("data", "1Gi").boundTo("pv").beingDeleted());

    assertRejected(pod("p").claim("data"), "persistentvolumeclaim \"data\" is being deleted");
  }

  @Test
  void claimOfAnEphemeralVolumeIsWaitedFor() {
    String claim = claimOf(pod("p").volume(EPHEMERAL).build());

    assertRejected(
        pod("p").volume(EPHEMERAL),
        "waiting for ephemeral volume controller to create the persistentvolumeclaim \"%s\""
            .formatted(claim));
  }

  @Test
  void claimOfAnEphemeralVolumeMustBelongToThePod() {
    String claim = claimOf(pod("p").volume(EPHEMERAL).build());
    trial.with(volume("pv", "1Gi")).with(claim(claim, "1Gi").boundTo("pv").madeFor("p", "old"));

    assertRejected(
        pod("p").uid("new").volume(EPHEMERAL),
        "PVC default/%s was not created for pod default/p (pod is not owner)".formatted(claim));

    trial.with(claim(claim, "1Gi").boundTo("pv").madeFor("p", "new"));
    assertThat(trial.schedule(pod("p").uid("new").volume(EPHEMERAL)).fitting())
        .containsExactly("a", "b");
  }

  private static String claimOf(Pod pod) {
    return pod.name() + "-" + pod.spec().volumes().getFirst().name();
  }

  @Test
  void immediateClaimMustBeBoundAlready() {
    trial
        .with(storageClass("fast", "ssd.example.com", "Immediate"))
        .with(claim("data", "1Gi").storageClass("fast"));

    assertRejected(pod("p").claim("data"), "pod has unbound immediate PersistentVolumeClaims");
  }

  @Test
  void claimWithoutAClassOrWithAnUnknownOneCountsAsImmediate() {
    trial.with(claim("none", "1Gi").storageClass(null));
    trial.with(claim("unknown", "1Gi").storageClass("nobody-knows"));

    for (String name : List.of("none", "unknown")) {
      assertRejected(pod(name).claim(name), "pod has unbound immediate PersistentVolumeClaims");
    }
  }

  @Test
  void waitingClaimThatNamesItsVolumeCountsAsImmediate() {
    trial.with(volume("pv", "1Gi")).with(claim("data", "1Gi").naming("pv"));

    assertRejected(pod("p").claim("data"), "pod has unbound immediate PersistentVolumeClaims");
  }

  @Test
  void classWithoutABindingModeFailsTheAttempt() {
    trial
        .with(storageClass("odd", "x.example.com", null))
        .with(claim("data", "1Gi").storageClass("odd"));

    assertThat(trial.schedule(pod("p").claim("data")).preFilter())
        .isEqualTo(Verdict.error("VolumeBindingMode not set for StorageClass \"odd\""));
  }

  @Test
  void boundClaimHoldsThePodToTheNodesOfItsVolume() {
    trial.with(volume("pv", "1Gi").on(ZONE, "z1")).with(claim("data", "1Gi").boundTo("pv"));
    Attempt attempt = trial.schedule(pod("p").claim("data"));

    assertThat(attempt.rejections()).isEqualTo(Map.of("b", List.of(UNREACHABLE)));
    assertThat(attempt.filter("b").code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(reason(attempt.filter("b")).detail())
        .isEqualTo("claim default/data is bound to volume pv of other nodes");
  }

  @Test
  void boundClaimWithoutItsVolumeFitsNowhere() {
    trial.with(claim("data", "1Gi").boundTo("pv"));

    assertThat(trial.schedule(pod("p").claim("data")).filter("a").texts())
        .containsExactly(
            "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)");
  }

  @Test
  void volumeWithBrokenNodeAffinityIsReachedFromNowhere() {
    trial
        .with(
            volume("pv", "1Gi")
                .on(
                    new NodeSelectorTerm(
                        List.of(new SelectorRequirement(ZONE, "Around", List.of("z1"))),
                        List.of())))
        .with(claim("data", "1Gi").boundTo("pv"));

    assertThat(trial.schedule(pod("p").claim("data")).rejections())
        .isEqualTo(Map.of("a", List.of(UNREACHABLE), "b", List.of(UNREACHABLE)));
    assertThat(trial.schedule(pod("other")).preFilter()).isEqualTo(Verdict.skip());
  }

  @Test
  void fieldsOfTheNodeAreNotHeldAgainstIt() {
    trial
        .with(
            volume("pv", "1Gi")
                .on(
                    new NodeSelectorTerm(
                        List.of(),
                        List.of(new SelectorRequirement("metadata.name", "In", List.of("a"))))))
        .with(claim("data", "1Gi").boundTo("pv"));

    assertThat(trial.schedule(pod("p").claim("data")).fitting()).containsExactly("a", "b");
  }

  @Test
  void inTreeVolumeIsJudgedByTheDriverWhereItHasTakenOver() {
    String ebsZone = "topology.ebs.csi.aws.com/zone";
    trial
        .with(node("a").label(ZONE, "z1").label(ebsZone, "elsewhere"))
        .with(csiNode("a", "kubernetes.io/gce-pd,kubernetes.io/aws-ebs"))
        .with(node("b").label(ebsZone, "z1"))
        .with(csiNode("b", "kubernetes.io/aws-ebs"))
        .with(node("c").label(ZONE, "z1"))
        .with(
            volume("pv", "1Gi")
                .on(ZONE, "z1")
                .source(new VolumeSource.AwsElasticBlockStore("vol-1")))
        .with(claim("data", "1Gi").boundTo("pv"));

    assertThat(trial.schedule(pod("p").claim("data")).fitting()).containsExactly("b", "c");
  }

  @Test
  void inTreeVolumeThatTheDriverCannotHaveFailsTheAttemptWhereItHasTakenOver() {
    trial
        .with(csiNode("a", "kubernetes.io/azure-disk"))
        .with(volume("pv", "1Gi").source(new VolumeSource.AzureDisk("disk", "uri", "Dedicated")))
        .with(claim("data", "1Gi").boundTo("pv"));
    Attempt attempt = trial.schedule(pod("p").claim("data"));

    assertThat(attempt.filter("a"))
        .isEqualTo(
            Verdict.error(
                "could not translate pv: kind(Dedicated) is not supported in csi migration"));
    assertThat(attempt.filter("b").isSuccess()).isTrue();
  }

  @Test
  void tellsOfBoundAndWaitingClaimsTogether() {
    trial
        .with(volume("pv", "1Gi").on(ZONE, "z1"))
        .with(claim("bound", "1Gi").boundTo("pv"))
        .with(claim("lost", "1Gi").boundTo("gone"))
        .with(claim("waiting", "1Gi"));

    assertThat(trial.schedule(pod("p").claim("bound").claim("waiting")).filter("b").texts())
        .containsExactly(UNREACHABLE, "node(s) didn't find available persistent volumes to bind");
    assertThat(trial.schedule(pod("q").claim("lost").claim("waiting")).filter("b").texts())
        .containsExactly(
            "node(s) didn't find available persistent volumes to bind",
            "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)");
  }

  private void assertRejected(PodBuilder pod, String text) {
    Verdict verdict = trial.schedule(pod).preFilter();
    assertThat(verdict.code()).isEqualTo("UnschedulableAndUnresolvable");
    assertThat(verdict.texts()).containsExactly(text);
  }

  static Reason reason(Verdict verdict) {
    return ((Verdict.Rejected) verdict).reasons().getFirst();
  }
}
