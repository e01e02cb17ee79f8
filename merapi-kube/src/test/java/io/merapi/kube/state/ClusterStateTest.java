package io.merapi.kube.state;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.storage.VolumeAttachment;
import io.merapi.testkit.SelectingObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ClusterStateTest {

  private final ClusterState state = ClusterState.withDefaults();

  @Test
  void podThatComesBeforeItsNodeCountsOnceTheNodeIsThere() {
    apply(pod("a").on("n").request("cpu", "2").build());
    assertThat(state.snapshot().node("n")).isNull();
    assertThat(state.snapshot().nodeCount()).isZero();
    assertThat(podsOn(Objects.requireNonNull(state.snapshot().unseenNodes().get("n"))))
        .containsExactly("default/a");

    apply(node("n").allocatable("cpu", "4").build());
    assertThat(podsOn(known("n"))).containsExactly("default/a");
    assertThat(known("n").requested().cpuMillis()).isEqualTo(2000);
    assertThat(known("n").allocatable().cpuMillis()).isEqualTo(4000);
    assertThat(state.snapshot().unseenNodes().isEmpty()).isTrue();
  }

  @Test
  void podsOutliveTheirNodeOutOfSightAndAreForgottenOneByOne() {
    apply(node("n").build(), pod("a").on("n").build());
    delete(node("n").build());
    assertThat(state.snapshot().node("n")).isNull();
    assertThat(state.snapshot().unseenNodes().size()).isEqualTo(1);
    delete(pod("a").build());
    assertThat(state.snapshot().unseenNodes().isEmpty()).isTrue();
    assertThat(state.snapshot().pods().isEmpty()).isTrue();
  }

  @Test
  void nodeKeepsItsIndexForLifeAndNewNodeTakesLowestFreeOne() {
    apply(node("a").build(), node("b").build(), node("c").build(), node("d").build());
    delete(node("c").build(), node("b").build());
    assertThat(known("d").index()).isEqualTo(3);
    assertThat(state.snapshot().nodeBound()).isEqualTo(4);
    assertThat(state.snapshot().nodeCount()).isEqualTo(2);
    assertThat(state.snapshot().node(1)).isNull();

    apply(node("e").build(), node("f").build(), node("g").build());
    var order = new ArrayList<String>();
    state.snapshot().forEachNode(node -> order.add(node.name()));
    assertThat(order).containsExactly("a", "e", "f", "d", "g");
  }

  @Test
  void podThatMovesLeavesItsOldNode() {
    apply(node("a").build(), node("b").build(), pod("p").on("a").request("cpu", "1").build());
    apply(pod("p").on("b").request("cpu", "1").build());
    assertThat(known("a").pods()).isEmpty();
    assertThat(known("a").requested().isZero()).isTrue();
    assertThat(podsOn(known("b"))).containsExactly("default/p");
  }

  @Test
  void podUnderNewUidIsNewArrivalButAnotherFormOfThePodIsNot() {
    apply(node("n").build());
    apply(pod("a").uid("1").on("n").build(), pod("b").uid("2").on("n").build());
    apply(pod("a").uid("1").on("n").phase(PodPhase.RUNNING).build());
    assertThat(podsOn(known("n"))).containsExactly("default/a", "default/b");
    apply(pod("a").uid("3").on("n").build());
    assertThat(podsOn(known("n"))).containsExactly("default/b", "default/a");
  }

  @Test
  void endedPodLeavesItsNodeButStaysInItsGroup() {
    apply(node("n").build(), pod("a").on("n").group("g").phase(PodPhase.RUNNING).build());
    apply(pod("a").on("n").group("g").phase(PodPhase.SUCCEEDED).build());
    apply(pod("b").group("g").phase(PodPhase.FAILED).build());
    assertThat(known("n").pods()).isEmpty();
    assertThat(state.snapshot().podsOfGroup("default/g").size()).isEqualTo(2);
  }

  @Test
  void latestEventIsTheTruthWhateverItsResourceVersion() {
    apply(node("n").build(), pod("a").resourceVersion("9").on("n").build());
    apply(pod("a").resourceVersion("3").build());
    assertThat(known("n").pods()).isEmpty();
    assertThat(Objects.requireNonNull(state.snapshot().pod("default/a")).pod().assigned())
        .isFalse();
  }

  @Test
  void groupMembershipIsReadFromTheAnnotationThatUpstreamReads() {
    apply(pod("a").group("g").build());
    apply(pod("b").annotation("scheduling.volcano.sh/group-name", "g").build());
    apply(pod("c").group("").build());
    assertThat(state.snapshot().podGroups().size()).isEqualTo(1);
    assertThat(state.snapshot().podsOfGroup("default/g").containsKey("default/a")).isTrue();
    assertThat(state.snapshot().podsOfGroup("default/g").size()).isEqualTo(1);

    apply(pod("a").group("h").build());
    assertThat(state.snapshot().podsOfGroup("default/g").isEmpty()).isTrue();
    assertThat(state.snapshot().podsOfGroup("default/h").size()).isEqualTo(1);
  }

  @Test
  void deletingWhatWasNeverThereChangesNothing() {
    Snapshot before = state.snapshot();
    delete(pod("a").on("n").build(), node("n").build());
    delete(SelectingObject.of(ObjectKind.SERVICE, "s", "app"));
    assertThat(state.snapshot()).isSameAs(before);
  }

  @Test
  void nodeVersionPassesOverWhatNoPluginSees() {
    apply(node("n").resourceVersion("1").build(), pod("a").uid("u").on("n").build());
    Snapshot before = state.snapshot();
    apply(node("n").resourceVersion("2").build());
    apply(pod("a").uid("u").on("n").phase(PodPhase.RUNNING).build());
    assertThat(changedNodes(before)).isEmpty();
    assertThat(Objects.requireNonNull(known("n").node()).meta().resourceVersion()).isEqualTo("2");
    assertThat(known("n").pods().getFirst().pod().status().phase()).isEqualTo(PodPhase.RUNNING);

    apply(node("n").resourceVersion("3").unschedulable().build());
    assertThat(changedNodes(before)).containsExactly(0);
  }

  @Test
  void nodeVersionFollowsTheClassesOfItsPods() {
    apply(node("n").build(), node("m").build(), pod("a").uid("u").on("n").build());
    Snapshot before = state.snapshot();
    apply(pod("a").uid("u").on("n").terminating().build());
    assertThat(changedNodes(before)).containsExactly(0);
  }

  @Test
  void podChangesPassOverResourceVersions() {
    apply(pod("a").resourceVersion("1").build(), pod("b").build());
    Snapshot before = state.snapshot();
    apply(pod("a").resourceVersion("2").build(), pod("b").nominatedTo("n").build());
    delete(pod("c").build());
    var told = new ArrayList<String>();
    state.snapshot().since(before).forEachPod((key, _, _) -> told.add(key));
    assertThat(told).containsExactly("default/b");
  }

  @Test
  void otherKindsAreKeptAsTheyAre() {
    var service = SelectingObject.of(ObjectKind.SERVICE, "s", "app");
    Snapshot empty = state.snapshot();
    apply(service);
    Snapshot snapshot = state.snapshot();
    assertThat(snapshot.object(SelectingObject.class, ObjectKind.SERVICE, "default/s"))
        .isEqualTo(service);
    assertThat(snapshot.since(empty).kinds()).containsExactly(ObjectKind.SERVICE);
    var told = new ArrayList<String>();
    snapshot.since(empty).forEachObject(ObjectKind.SERVICE, (key, _, _) -> told.add(key));
    assertThat(told).containsExactly("default/s");

    delete(service);
    assertThat(state.snapshot().objects(ObjectKind.SERVICE).isEmpty()).isTrue();
    assertThat(snapshot.objects(ObjectKind.SERVICE).size()).isEqualTo(1);
  }

  @Test
  void imagesAreCountedOverNodesThatExist() {
    apply(node("a").image(10, "x", "y").build(), node("b").image(20, "x").image(30, "x").build());
    assertThat(state.snapshot().nodesWithImage("x").size()).isEqualTo(2);
    assertThat(state.snapshot().nodesWithImage("y").size()).isEqualTo(1);
    assertThat(known("b").imageSizeBytes("x")).isEqualTo(20);
    assertThat(known("b").imageSizeBytes("y")).isEqualTo(-1);

    apply(node("a").image(10, "y").build());
    delete(node("b").build());
    assertThat(state.snapshot().nodesWithImage("x").size()).isZero();
    assertThat(state.snapshot().nodesWithImage("y").size()).isEqualTo(1);
  }

  @Test
  void claimIsInUseWhilePodOnExistingNodeNamesIt() {
    apply(pod("a").claim("c").on("n").build(), pod("b").claim("d").build());
    assertThat(state.snapshot().claimInUse("default/c")).isFalse();
    apply(node("n").build());
    assertThat(state.snapshot().claimInUse("default/c")).isTrue();
    assertThat(state.snapshot().claimInUse("default/d")).isFalse();
    delete(pod("a").build());
    assertThat(state.snapshot().claimInUse("default/c")).isFalse();
  }

  @Test
  void attachmentsAreKnownByTheirNode() {
    apply(attachment("b", "n"), attachment("a", "n"), attachment("c", "m"));
    assertThat(state.snapshot().attachments("n")).extracting("name").containsExactly("a", "b");
    apply(attachment("a", "m"));
    assertThat(state.snapshot().attachments("n")).extracting("name").containsExactly("b");
    assertThat(state.snapshot().attachments("m")).extracting("name").containsExactly("a", "c");
    delete(attachment("b", "n"));
    assertThat(state.snapshot().attachments("n")).isEmpty();
  }

  private static VolumeAttachment attachment(String name, String nodeName) {
    return new VolumeAttachment(ObjectMeta.named("", name), "driver", nodeName, "pv");
  }

  @Test
  void listsNodesWhosePodsHaveTermsAboutOtherPods() {
    apply(node("a").build(), node("b").build(), node("c").build());
    apply(pod("p").on("b").near("app", "x").build(), pod("q").on("c").awayFrom("app", "x").build());
    assertThat(state.snapshot().nodesWithPodAffinity())
        .extracting(NodeInfo::name)
        .containsExactly("b", "c");
    assertThat(state.snapshot().nodesWithRequiredPodAntiAffinity())
        .extracting(NodeInfo::name)
        .containsExactly("c");
    delete(pod("q").build(), node("b").build());
    assertThat(state.snapshot().nodesWithPodAffinity()).isEmpty();
    assertThat(state.snapshot().nodesWithRequiredPodAntiAffinity()).isEmpty();
  }

  @Test
  void refusesQuestionsThatHaveNoAnswer() {
    Snapshot other = ClusterState.withDefaults().snapshot();
    assertThatThrownBy(() -> state.snapshot().since(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("different states");
    assertThatThrownBy(() -> state.snapshot().objects(ObjectKind.POD))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(POD)");
  }

  private void apply(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      state.apply(new ObjectEvent.Applied(object));
    }
  }

  private void delete(ClusterObject... objects) {
    for (ClusterObject object : objects) {
      state.apply(new ObjectEvent.Deleted(object));
    }
  }

  private NodeInfo known(String name) {
    return Objects.requireNonNull(state.snapshot().node(name));
  }

  private List<Integer> changedNodes(Snapshot before) {
    var indices = new ArrayList<Integer>();
    state.snapshot().since(before).forEachNode(indices::add);
    return indices;
  }

  private static List<String> podsOn(NodeInfo node) {
    return node.pods().stream().map(PodInfo::key).toList();
  }
}
