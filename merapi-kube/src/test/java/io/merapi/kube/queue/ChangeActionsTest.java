package io.merapi.kube.queue;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.ClusterAction;
import io.merapi.api.framework.ObjectChange;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodStatus;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.workload.Namespace;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangeActionsTest {

  private final ChangeActions actions = new ChangeActions(FeatureGates.DEFAULTS);

  private List<ClusterAction> of(@Nullable ClusterObject before, @Nullable ClusterObject after) {
    return actions.of(new ObjectChange(before, after));
  }

  private List<ClusterAction> of(PodBuilder before, PodBuilder after) {
    return of(before.build(), after.build());
  }

  private List<ClusterAction> of(NodeBuilder before, NodeBuilder after) {
    return of(before.build(), after.build());
  }

  @Test
  void objectComesOrGoes() {
    Pod pod = pod("a").build();

    assertThat(of(null, pod)).containsExactly(ClusterAction.ADD);
    assertThat(of(pod, null)).containsExactly(ClusterAction.DELETE);
  }

  @Test
  void changesOfOtherKindsAreNotToldApart() {
    var before = new Namespace(ObjectMeta.named("", "a"));
    var after = new Namespace(ObjectMeta.named("", "a").withResourceVersion("2"));

    assertThat(of(before, after)).containsExactly(ClusterAction.UPDATE_OBJECT);
  }

  @Test
  void podGetsOtherLabels() {
    assertThat(of(pod("a"), pod("a").label("app", "x")))
        .containsExactly(ClusterAction.UPDATE_POD_LABEL);
  }

  @Test
  void podRequestsLess() {
    assertThat(of(pod("a").request("cpu", "2"), pod("a").request("cpu", "1500m")))
        .containsExactly(ClusterAction.UPDATE_POD_SCALE_DOWN);
    assertThat(of(pod("a").request("cpu", "2"), pod("a")))
        .containsExactly(ClusterAction.UPDATE_POD_SCALE_DOWN);
    assertThat(of(pod("a").request("cpu", "1"), pod("a").request("cpu", "2")))
        .containsExactly(ClusterAction.UPDATE_OBJECT);
  }

  /** Amounts are compared in thousandths, rounded up. */
  @Test
  void podRequestsLessByLessThanAThousandth() {
    assertThat(of(pod("a").request("cpu", "1500u"), pod("a").request("cpu", "1200u")))
        .containsExactly(ClusterAction.UPDATE_OBJECT);
  }

  @Test
  void podOnANodeWasResized() {
    assertThat(
            of(
                pod("a").on("n").request("cpu", "1").actualRequest("cpu", "2"),
                pod("a").on("n").request("cpu", "1").actualRequest("cpu", "1")))
        .containsExactly(ClusterAction.UPDATE_POD_SCALE_DOWN);
  }

  @Test
  void lastGateOfAPodIsTakenAway() {
    PodBuilder two = pod("a").schedulingGate("x").schedulingGate("y");

    assertThat(of(two, pod("a").schedulingGate("x"))).containsExactly(ClusterAction.UPDATE_OBJECT);
    assertThat(of(two, pod("a")))
        .containsExactly(ClusterAction.UPDATE_POD_SCHEDULING_GATES_ELIMINATED);
  }

  @Test
  void podGetsAToleration() {
    assertThat(of(pod("a"), pod("a").tolerating("gpu")))
        .containsExactly(ClusterAction.UPDATE_POD_TOLERATION);
  }

  @Test
  void claimIsMadeForAPod() {
    Pod before = pod("a").build();
    Pod after = withClaim(before);

    assertThat(of(before, after))
        .containsExactly(ClusterAction.UPDATE_POD_GENERATED_RESOURCE_CLAIM);
  }

  private static Pod withClaim(Pod pod) {
    var status =
        new PodStatus(
            PodPhase.PENDING,
            "",
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(new PodStatus.ClaimStatus("gpu", "a-gpu-x7f2d")),
            null,
            ResourceList.EMPTY,
            null,
            "");
    return new Pod(pod.meta(), pod.nodeName(), pod.spec(), status);
  }

  @Test
  void podChangesInSeveralWaysAtOnce() {
    assertThat(
            of(
                pod("a").request("cpu", "2").schedulingGate("x"),
                pod("a").request("cpu", "1").label("app", "x").tolerating("gpu")))
        .containsExactly(
            ClusterAction.UPDATE_POD_LABEL,
            ClusterAction.UPDATE_POD_SCALE_DOWN,
            ClusterAction.UPDATE_POD_SCHEDULING_GATES_ELIMINATED,
            ClusterAction.UPDATE_POD_TOLERATION);
  }

  @Test
  void otherChangeOfAPod() {
    assertThat(of(pod("a"), pod("a").annotation("note", "x")))
        .containsExactly(ClusterAction.UPDATE_OBJECT);
  }

  @Test
  void nodeChangesWhatPodsMayUse() {
    assertThat(of(node("n").allocatable("cpu", "4"), node("n").allocatable("cpu", "8")))
        .containsExactly(ClusterAction.UPDATE_NODE_ALLOCATABLE);
    assertThat(of(node("n").allocatable("cpu", "4"), node("n").allocatable("cpu", "4000m")))
        .isEmpty();
  }

  @Test
  void nodeGetsOtherLabels() {
    assertThat(of(node("n"), node("n").label("zone", "east")))
        .containsExactly(ClusterAction.UPDATE_NODE_LABEL);
  }

  @Test
  void nodeGetsOtherTaints() {
    assertThat(of(node("n"), node("n").taint("gpu", "", "NoSchedule")))
        .containsExactly(ClusterAction.UPDATE_NODE_TAINT);
  }

  @Test
  void nodeTakesPodsAgain() {
    assertThat(of(node("n").unschedulable(), node("n")))
        .containsExactly(ClusterAction.UPDATE_NODE_TAINT);
    assertThat(of(node("n"), node("n").unschedulable())).isEmpty();
  }

  @Test
  void nodeGetsAnotherCondition() {
    assertThat(of(node("n").condition("Ready", "False"), node("n").condition("Ready", "True")))
        .containsExactly(ClusterAction.UPDATE_NODE_CONDITION);
  }

  @Test
  void nodeGetsAnotherAnnotation() {
    assertThat(of(node("n"), node("n").annotation("note", "x")))
        .containsExactly(ClusterAction.UPDATE_NODE_ANNOTATION);
  }

  @Test
  void nodeDeclaresAFeature() {
    FeatureGates gates =
        FeatureGates.of(Map.of(FeatureGate.NODE_DECLARED_FEATURES.key(), true)).gates();
    var change = new ObjectChange(node("n").build(), node("n").declaring("Swap").build());

    assertThat(new ChangeActions(gates).of(change))
        .containsExactly(ClusterAction.UPDATE_NODE_DECLARED_FEATURE);
  }

  @Test
  void otherChangeOfANodeIsNone() {
    assertThat(of(node("n"), node("n").image(1, "app"))).isEmpty();
  }
}
