package io.merapi.e2e;

import static io.merapi.e2e.BatchStage.GANGS;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroup.Condition;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.e2e.PodEvents.PodEvent;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Where the pods of groups go on a real cluster, whom they displace, and what users are told. */
class BatchPlacementIT {

  /** Where the first tier finds nobody who may go, no other tier is to decide. */
  private static final String PREEMPT =
      GANGS
          .replace("allocate, ", "allocate, preempt, ")
          .replace("- name: drf", "- name: drf\n    enablePreemptable: false");

  private static final String HOST = "kubernetes.io/hostname";

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

  private static NodeBuilder largeNode(String name) {
    return node(name)
        .label(HOST, name)
        .allocatable("cpu", "8")
        .allocatable("memory", "16Gi")
        .allocatable("pods", "110");
  }

  private static PodBuilder member(String name, String group) {
    return pod(name).schedulerName("volcano").group(group).request("cpu", "2");
  }

  /** Makes a group of which one pod must run; all beyond that may be evicted. */
  private void group(String name, String priority, PodBuilder... pods) throws IOException {
    groups.group(name, "minMember: 1, queue: default, priorityClassName: %s".formatted(priority));
    for (PodBuilder pod : pods) {
      stage.create(pod.priorityClass(priority));
    }
  }

  private void priorityClass(String name, int value) throws IOException {
    stage.create(
        ObjectKind.PRIORITY_CLASS,
        """
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: {name: %s}
        value: %d
        """
            .formatted(name, value));
  }

  private void running(String... pods) throws IOException {
    for (String pod : pods) {
      stage.await(pod, "running", now -> now.status().phase() == PodPhase.RUNNING);
    }
  }

  @Test
  void anImportantGroupTakesThePlaceOfALessImportantOne() throws IOException {
    priorityClass("low", 100);
    priorityClass("high", 1000);
    groups.nodes(1);
    stage.startBatch(PREEMPT);
    group("low", "low", member("low-0", "low"), member("low-1", "low"));
    running("low-0", "low-1");

    group("high", "high", member("high-0", "high"));
    assertThat(stage.nodeOf("high-0")).isEqualTo("node-0");
    List<PodEvent> evictions =
        PodEvents.all(CLUSTER).stream().filter(event -> event.reason().equals("Evict")).toList();
    assertThat(evictions)
        .filteredOn(event -> event.pod().startsWith("low-"))
        .extracting(PodEvent::type, PodEvent::note)
        .containsExactly(tuple("Warning", "Pod is evicted, because of preempt"));
    // One of them must run, so another important pod finds nobody who may go.
    group("late", "high", member("late-0", "late"));
    stage.event("late", "Unschedulable", note -> note.startsWith("1/1"));
    assertThat(CLUSTER.list(ObjectKind.POD)).hasSize(3);
    assertThat(stage.pod("late-0").assigned()).isFalse();
  }

  @Test
  void aBudgetIsKeptByWhoeverPreempts() throws IOException {
    priorityClass("low", 100);
    priorityClass("high", 1000);
    stage.create(largeNode("node-0"));
    // Pods and budgets are watched apart, so the budget comes first.
    stage.create(
        ObjectKind.POD_DISRUPTION_BUDGET,
        """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: guard}
        spec: {minAvailable: 2, selector: {matchLabels: {app: guarded}}}
        """);
    stage.startBatch(PREEMPT.replace("- name: conformance", "- name: pdb"));
    for (String app : List.of("guarded", "open")) {
      group(
          app,
          "low",
          member(app + "-0", app).label("app", app),
          member(app + "-1", app).label("app", app));
    }
    running("guarded-0", "guarded-1", "open-0", "open-1");

    group("high", "high", member("high-0", "high"));
    assertThat(stage.nodeOf("high-0")).isEqualTo("node-0");
    group("late", "high", member("late-0", "late"));
    stage.event("late", "Unschedulable", note -> note.startsWith("1/1"));
    assertThat(CLUSTER.list(ObjectKind.POD).keySet())
        .filteredOn(key -> key.contains("guarded"))
        .hasSize(2);
    assertThat(CLUSTER.list(ObjectKind.POD).keySet())
        .filteredOn(key -> key.contains("open"))
        .hasSize(1);
  }

  @Test
  void podsOfAGangGoWhereTheirWishesLetThem() throws IOException {
    stage.create(largeNode("tainted").taint("dedicated", "batch", "NoSchedule"));
    stage.create(largeNode("cordoned").unschedulable());
    stage.create(largeNode("ssd-1").label("disk", "ssd"));
    stage.create(largeNode("ssd-2").label("disk", "ssd"));
    stage.startBatch(GANGS);
    groups.group("train", "minMember: 4, queue: default");
    stage.create(member("tolerant", "train").nodeSelector(HOST, "tainted").tolerating("dedicated"));
    for (String name : List.of("apart-0", "apart-1")) {
      stage.create(member(name, "train").label("app", "apart").awayFrom("app", "apart"));
    }
    stage.create(member("port", "train").hostPort(8080).nodeSelector(HOST, "ssd-1"));

    assertThat(stage.nodeOf("tolerant")).isEqualTo("tainted");
    assertThat(List.of(stage.nodeOf("apart-0"), stage.nodeOf("apart-1")))
        .containsExactlyInAnyOrder("ssd-1", "ssd-2");
    assertThat(stage.nodeOf("port")).isEqualTo("ssd-1");

    groups.group("more", "minMember: 2, queue: default");
    for (String name : List.of("even-0", "even-1")) {
      stage.create(
          member(name, "more")
              .label("app", "even")
              .nodeSelector("disk", "ssd")
              .spread(spreadOver(HOST).with("app", "even").build()));
    }
    assertThat(List.of(stage.nodeOf("even-0"), stage.nodeOf("even-1")))
        .containsExactlyInAnyOrder("ssd-1", "ssd-2");

    groups.group("late", "minMember: 1, queue: default");
    stage.create(member("late-0", "late").hostPort(8080).nodeSelector("disk", "ssd"));
    assertThat(stage.nodeOf("late-0")).isEqualTo("ssd-2");
  }

  @Test
  void gangsGetAsManyCardsAsThereAre() throws IOException {
    for (int i = 0; i < 2; i++) {
      stage.create(largeNode("gpu-" + i).allocatable("nvidia.com/gpu", "4"));
    }
    stage.startBatch(GANGS);
    gpuGang("first", 3);
    Set<String> nodes = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      nodes.add(stage.nodeOf("first-" + i));
    }
    assertThat(nodes).containsExactlyInAnyOrder("gpu-0", "gpu-1");

    gpuGang("second", 2);
    stage.event(
        "second",
        "Unschedulable",
        ("2/2 tasks in gang unschedulable: pod group is not ready, 2 Pending, 2 minAvailable;"
                + " Pending: 1 Schedulable, 1 Unschedulable")
            ::equals);
    assertThat(stage.pod("second-0").assigned()).isFalse();
    for (int i = 0; i < 3; i++) {
      stage.end("first-" + i);
    }
    stage.nodeOf("second-0");
    stage.nodeOf("second-1");
  }

  private void gpuGang(String name, int pods) throws IOException {
    groups.group(name, "minMember: %d, queue: default".formatted(pods));
    for (int i = 0; i < pods; i++) {
      groups.pod(name + "-" + i, name, "cpu: 1, nvidia.com/gpu: 2", "");
    }
  }

  @Test
  void podsAreToldWhichWholeCardsTheyGot() throws IOException {
    stage.create(
        largeNode("gpu-0")
            .allocatable("volcano.sh/gpu-memory", "16000")
            .allocatable("volcano.sh/gpu-number", "2"));
    stage.startBatch(
        GANGS
            + """
              - name: deviceshare
                arguments:
                  deviceshare.GPUNumberEnable: true
            """);
    groups.group("whole", "minMember: 2, queue: default");
    groups.pod("whole-0", "whole", "cpu: 1, volcano.sh/gpu-number: 1", "");
    groups.pod("whole-1", "whole", "cpu: 1, volcano.sh/gpu-number: 1", "");

    Set<String> cards = new HashSet<>();
    for (int i = 0; i < 2; i++) {
      stage.nodeOf("whole-" + i);
      cards.add(stage.pod("whole-" + i).meta().annotations().get("volcano.sh/gpu-index"));
    }
    assertThat(cards).containsExactlyInAnyOrder("0", "1");
  }

  @Test
  void anExtenderHasItsSay() throws IOException {
    for (int i = 0; i < 3; i++) {
      stage.create(largeNode("node-" + i));
    }
    try (var extender = new FilteringExtender("node-1"::equals)) {
      stage.startBatch(GANGS + extender.arguments().indent(2));
      groups.gang("train", 2, "default");
      assertThat(stage.nodeOf("train-0")).isEqualTo("node-1");
      assertThat(stage.nodeOf("train-1")).isEqualTo("node-1");
      assertThat(extender.asked("train-0")).containsExactly("node-0", "node-1", "node-2");

      groups.group("picky", "minMember: 1, queue: default");
      stage.create(member("picky-0", "picky").nodeSelector(HOST, "node-2"));
      stage.event("picky", "Unschedulable", note -> note.contains(FilteringExtender.OBJECTION));
    }
  }

  @Test
  void aGangThatWaitsSaysWhyWhereUsersLook() throws IOException {
    groups.nodes(2);
    groups.gang("wide", 5, "default");
    stage.startBatch(GANGS);

    String why =
        "pod group is not ready, 5 Pending, 5 minAvailable;"
            + " Pending: 1 Unschedulable, 4 Schedulable";
    stage.event("wide", "Unschedulable", ("5/5 tasks in gang unschedulable: " + why)::equals);
    PodGroup group =
        Eventually.find(
            "a condition of the group",
            () -> {
              PodGroup now = groups.await("wide", PodGroupPhase.INQUEUE);
              return now.status().conditions().isEmpty() ? null : now;
            });
    assertThat(group.status().conditions())
        .extracting(Condition::type, Condition::status, Condition::reason, Condition::message)
        .containsExactly(
            tuple(
                "Unschedulable",
                "True",
                "NotEnoughResources",
                "1/5 tasks in gang unschedulable: " + why));
    var reasons = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      PodCondition condition = stage.unscheduled("wide-" + i);
      reasons.add(condition.reason());
      if (condition.reason().equals("Schedulable")) {
        assertThat(condition.message())
            .matches(
                "Pod default/wide-%d can possibly be assigned to node-[01], once minAvailable is"
                        .formatted(i)
                    + " satisfied");
      } else {
        assertThat(condition.message()).isEqualTo(why);
      }
      assertThat(stage.event("wide-" + i, "FailedScheduling").note())
          .isEqualTo(condition.message());
    }
    assertThat(reasons)
        .containsExactlyInAnyOrder(
            "Schedulable", "Schedulable", "Schedulable", "Schedulable", "Unschedulable");
  }
}
