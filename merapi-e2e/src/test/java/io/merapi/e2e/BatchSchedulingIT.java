package io.merapi.e2e;

import static io.merapi.e2e.BatchStage.GANGS;
import static io.merapi.testkit.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.resource.Quantity;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Groups of pods on a real cluster that has nothing of Volcano but what Merapi ships. */
class BatchSchedulingIT {

  private static final String RECLAIM = GANGS.replace("allocate, ", "allocate, reclaim, ");

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  private final BatchStage groups = new BatchStage(CLUSTER);
  private final Stage stage = groups.stage();

  @BeforeAll
  static void define() throws IOException {
    CLUSTER.installDefinitions();
  }

  @AfterEach
  void clear() throws IOException {
    groups.close();
    assertThat(stage.warnings()).isEmpty();
  }

  @Test
  void aGangThatFitsStartsAsAWhole() throws IOException {
    groups.nodes(2);
    stage.startBatch(GANGS);
    groups.gang("train", 3, "default");

    for (int i = 0; i < 3; i++) {
      assertThat(stage.nodeOf("train-" + i)).startsWith("node-");
    }
    assertThat(groups.await("train", PodGroupPhase.RUNNING).status().conditions())
        .extracting(PodGroup.Condition::type)
        .contains("Scheduled");
    assertThat(stage.event("train-0", "Scheduled").note())
        .startsWith("Successfully assigned default/train-0 to node-");
    // What the queue uses is written after the session that follows.
    Quantity six = Quantity.parse("6");
    Eventually.find(
        "what the queue uses",
        () -> six.equals(groups.queue("default").allocated().get("cpu")) ? six : null);
  }

  @Test
  void aGangThatDoesNotFitWaitsAsAWholeUntilOthersLeave() throws IOException {
    groups.nodes(2);
    stage.startBatch(GANGS);
    groups.gang("first", 2, "default");
    stage.nodeOf("first-0");
    stage.nodeOf("first-1");
    groups.gang("second", 3, "default");

    stage.event("second", "Unschedulable", note -> note.startsWith("3/3 tasks in gang unsched"));
    assertThat(stage.unscheduled("second-0").status()).isEqualTo("False");
    for (int i = 0; i < 3; i++) {
      assertThat(stage.pod("second-" + i).assigned()).isFalse();
    }

    stage.end("first-0");
    stage.end("first-1");
    for (int i = 0; i < 3; i++) {
      assertThat(stage.nodeOf("second-" + i)).startsWith("node-");
    }
  }

  @Test
  void aGangThatItsQueueHasNoRoomForIsNotAdmitted() throws IOException {
    groups.nodes(1);
    stage.startBatch(GANGS);
    groups.group("huge", "minMember: 1, queue: default, minResources: {cpu: 100}");

    stage.event(
        "huge", "Unschedulable", "queue resource quota insufficient: insufficient cpu"::equals);
    groups.await("huge", PodGroupPhase.PENDING);
  }

  @Test
  void aQueueTakesBackItsShare() throws IOException {
    groups.nodes(2);
    groups.queue("a", "weight: 1");
    groups.queue("b", "weight: 1");
    stage.startBatch(RECLAIM);
    // Four places, and all of them taken by one queue: each is a group, so that one can go.
    for (int i = 0; i < 4; i++) {
      groups.gang("a" + i, 1, "a");
      running("a" + i + "-0");
    }
    groups.gang("b0", 1, "b");

    assertThat(stage.nodeOf("b0-0")).startsWith("node-");
    assertThat(CLUSTER.list(ObjectKind.POD).values())
        .filteredOn(pod -> pod.name().startsWith("a"))
        .hasSize(3);
    assertThat(PodEvents.all(CLUSTER))
        .anySatisfy(event -> {
          assertThat(event.reason()).isEqualTo("Evict");
          assertThat(event.note()).isEqualTo("Pod is evicted, because of reclaim");
        });
  }

  @Test
  void aQueueBelowAnotherStaysWithinIt() throws IOException {
    groups.nodes(2);
    groups.queue("research", "weight: 1, capability: {cpu: 4}, deserved: {cpu: 4}");
    groups.queue("vision", "weight: 1, parent: research, deserved: {cpu: 2}");
    groups.queue("speech", "weight: 1, parent: research, deserved: {cpu: 2}");
    stage.startBatch(
        GANGS.replace("  - name: proportion", "  - name: capacity\n    enabledHierarchy: true"));
    groups.gang("v", 1, "vision");
    groups.gang("s", 1, "speech");
    stage.nodeOf("v-0");
    stage.nodeOf("s-0");

    // Half of the cluster is free, but the two have what their parent may have.
    groups.gang("late", 1, "vision");
    assertThat(stage.event("late", "Unschedulable").note()).isNotEmpty();
    assertThat(stage.pod("late-0").assigned()).isFalse();
    stage.end("s-0");
    assertThat(stage.nodeOf("late-0")).startsWith("node-");
  }

  @Test
  void aGangStaysWithinADomainOfTheNetwork() throws IOException {
    groups.nodes(4);
    domain("rack-a", "node-0", "node-1");
    domain("rack-b", "node-2", "node-3");
    stage.startBatch(GANGS.replace("  - name: nodeorder", "  - name: network-topology-aware"));
    groups.group(
        "train",
        "minMember: 4, queue: default, networkTopology: {mode: hard, highestTierAllowed: 1}");
    for (int i = 0; i < 4; i++) {
      groups.pod("train-" + i, "train", "cpu: 2", "");
    }

    Set<String> nodes = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      nodes.add(stage.nodeOf("train-" + i));
    }
    assertThat(nodes).isIn(Set.of("node-0", "node-1"), Set.of("node-2", "node-3"));
  }

  @Test
  void podsShareACardThatEachIsToldOf() throws IOException {
    stage.create(
        node("gpu-0")
            .allocatable("cpu", "8")
            .allocatable("memory", "16Gi")
            .allocatable("pods", "110")
            .allocatable("volcano.sh/gpu-memory", "16000")
            .allocatable("volcano.sh/gpu-number", "2"));
    stage.startBatch(
        GANGS
            + """
              - name: deviceshare
                arguments:
                  deviceshare.GPUSharingEnable: true
            """);
    groups.group("share", "minMember: 2, queue: default");
    groups.pod("share-0", "share", "cpu: 1, volcano.sh/gpu-memory: 5000", "");
    groups.pod("share-1", "share", "cpu: 1, volcano.sh/gpu-memory: 6000", "");

    for (int i = 0; i < 2; i++) {
      Pod pod = stage.await("share-" + i, "bound", Pod::assigned);
      assertThat(pod.meta().annotations().get("volcano.sh/gpu-index")).isIn("0", "1");
    }
  }

  @Test
  void aGateIsLiftedWhenTheQueueHasRoom() throws IOException {
    groups.nodes(1);
    stage.startBatch(
        GANGS, FeatureGates.DEFAULTS.with(FeatureGate.SCHEDULING_GATES_QUEUE_ADMISSION, true));
    groups.group("gated", "minMember: 1, queue: default");
    stage.create(
        ObjectKind.POD,
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: gated-0
          annotations:
            scheduling.k8s.io/group-name: gated
            scheduling.volcano.sh/queue-allocation-gate: "true"
        spec:
          schedulerName: volcano
          schedulingGates: [{name: scheduling.volcano.sh/queue-allocation-gate}]
          containers:
          - name: main
            image: busybox
            resources: {requests: {cpu: 1}}
        """);

    assertThat(stage.nodeOf("gated-0")).isEqualTo("node-0");
  }

  @Test
  void aNodeThatGoesWhileAGangWaitsIsNotCountedOn() throws IOException {
    groups.nodes(2);
    stage.startBatch(GANGS);
    groups.gang("first", 1, "default");
    String taken = stage.nodeOf("first-0");
    groups.gang("second", 4, "default");
    stage.event("second", "Unschedulable", note -> note.matches("4/4.*3 Schedulable.*"));
    CLUSTER.delete(ObjectKind.NODE, taken.equals("node-0") ? "node-1" : "node-0");
    // Nodes and pods are watched apart: the other pod ends when the scheduler has seen the node go.
    stage.event(
        "second", "Unschedulable", note -> note.matches("4/4.*") && !note.contains("3 Sch"));
    stage.end("first-0");

    groups.gang("third", 2, "default");
    assertThat(stage.nodeOf("third-0")).isEqualTo(taken);
    assertThat(stage.nodeOf("third-1")).isEqualTo(taken);
    assertThat(stage.pod("second-0").assigned()).isFalse();
  }

  @Test
  void theQueuesThatEveryClusterHasAreMade() throws IOException {
    stage.startBatch(GANGS);

    Eventually.find("queue root", () -> CLUSTER.list(ObjectKind.QUEUE).get("root"));
    ClusterObject queue =
        Eventually.find("queue default", () -> CLUSTER.list(ObjectKind.QUEUE).get("default"));
    assertThat(((Queue) queue).mayBeReclaimed()).isTrue();
  }

  private void domain(String name, String... nodes) throws IOException {
    var members = new StringBuilder();
    for (String member : nodes) {
      members.append("  - {type: Node, selector: {exactMatch: {name: %s}}}%n".formatted(member));
    }
    stage.create(
        ObjectKind.HYPER_NODE,
        """
        apiVersion: topology.volcano.sh/v1alpha1
        kind: HyperNode
        metadata: {name: %s}
        spec:
          tier: 1
          members:
        %s\
        """
            .formatted(name, members));
  }

  private void running(String pod) throws IOException {
    stage.await(pod, "running", now -> now.status().phase() == PodPhase.RUNNING);
  }
}
