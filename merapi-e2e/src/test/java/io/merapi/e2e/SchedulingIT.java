package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.SpreadBuilder.spreadOver;
import static io.merapi.testkit.TermBuilder.podsWith;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.api.selector.NodeSelectorTerm;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.e2e.PodEvents.PodEvent;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pods of a real cluster get the nodes that they ask for, or are told why not. */
class SchedulingIT {

  private static final String ZONE = "topology.kubernetes.io/zone";

  /** The end of the text where pods of a lower priority are missing. */
  private static final String NO_VICTIMS =
      "no new claims to deallocate, preemption: 0/%d nodes are available: %d No preemption victims"
          + " found for incoming pod.";

  /** The end of the text where no pod is in the way. */
  private static final String NOT_HELPFUL =
      "no new claims to deallocate, preemption: 0/%d nodes are available: %d Preemption is not"
          + " helpful for scheduling.";

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  private final Stage stage = new Stage(CLUSTER);

  @AfterEach
  void clear() throws IOException {
    stage.close();
    assertThat(stage.warnings()).isEmpty();
  }

  private static NodeBuilder smallNode(String name) {
    return node(name)
        .label("kubernetes.io/hostname", name)
        .allocatable("cpu", "4")
        .allocatable("memory", "8Gi")
        .allocatable("pods", "110");
  }

  private static PodBuilder plainPod(String name) {
    return pod(name).request("cpu", "500m").request("memory", "512Mi");
  }

  @Test
  void plainPodsFillTheClusterAndNoMore() throws IOException {
    for (int i = 0; i < 3; i++) {
      stage.create(smallNode("node-" + i));
    }
    stage.create(plainPod("before"));
    stage.startMerapi();
    for (int i = 0; i < 23; i++) {
      stage.create(plainPod("pod-" + i));
    }
    var nodes = new ArrayList<String>();
    nodes.add(stage.nodeOf("before"));
    for (int i = 0; i < 23; i++) {
      nodes.add(stage.nodeOf("pod-" + i));
    }
    assertThat(Set.copyOf(nodes))
        .allSatisfy(node -> assertThat(nodes).filteredOn(node::equals).hasSize(8));
    assertThat(stage.event("before", "Scheduled"))
        .isEqualTo(
            new PodEvent(
                "before",
                "Normal",
                "Scheduled",
                "Successfully assigned default/before to " + nodes.getFirst(),
                1));

    stage.create(plainPod("late"));
    assertThat(stage.unscheduled("late").message())
        .isEqualTo("0/3 nodes are available: 3 Insufficient cpu. " + NO_VICTIMS.formatted(3, 3));
  }

  @Test
  void nodeAffinityChoosesAmongNodes() throws IOException {
    stage.create(smallNode("hdd").label("disk", "hdd"));
    stage.create(smallNode("ssd-old").label("disk", "ssd").label("generation", "1"));
    stage.create(smallNode("ssd-new").label("disk", "ssd").label("generation", "2"));
    stage.startMerapi();

    stage.create(plainPod("selects").nodeSelector("disk", "hdd"));
    stage.create(plainPod("requires").requiringNodes(labelIs("generation", "Gt", "1")));
    stage.create(
        plainPod("prefers")
            .requiringNodes(labelIs("disk", "In", "ssd"))
            .preferringNodes(100, labelIs("generation", "In", "1")));

    assertThat(stage.nodeOf("selects")).isEqualTo("hdd");
    assertThat(stage.nodeOf("requires")).isEqualTo("ssd-new");
    assertThat(stage.nodeOf("prefers")).isEqualTo("ssd-old");
  }

  private static NodeSelectorTerm labelIs(String key, String operator, String value) {
    return new NodeSelectorTerm(
        List.of(new SelectorRequirement(key, operator, List.of(value))), List.of());
  }

  @Test
  void podAffinityKeepsTogetherAndApart() throws IOException {
    for (int i = 0; i < 4; i++) {
      stage.create(smallNode("node-" + i).label(ZONE, i < 2 ? "east" : "west"));
    }
    stage.startMerapi();
    stage.create(plainPod("store").label("app", "store").nodeSelector(ZONE, "east"));
    String store = stage.nodeOf("store");

    stage.create(plainPod("near").near("app", "store"));
    stage.create(plainPod("away").awayFrom(podsWith("app", "store").in(ZONE).build()));
    assertThat(stage.nodeOf("near")).isEqualTo(store);
    assertThat(stage.nodeOf("away")).isIn("node-2", "node-3");

    var replicas = new TreeSet<String>();
    for (int i = 0; i < 4; i++) {
      stage.create(plainPod("replica-" + i).label("app", "web").awayFrom("app", "web"));
    }
    for (int i = 0; i < 4; i++) {
      replicas.add(stage.nodeOf("replica-" + i));
    }
    assertThat(replicas).hasSize(4);
    stage.create(plainPod("replica-4").label("app", "web").awayFrom("app", "web"));
    assertThat(stage.unscheduled("replica-4").message())
        .isEqualTo(
            "0/4 nodes are available: 4 node(s) didn't match pod anti-affinity rules. "
                + NO_VICTIMS.formatted(4, 4));
  }

  @Test
  void taintsKeepPodsAway() throws IOException {
    stage.create(smallNode("tainted").taint("dedicated", "batch", "NoSchedule"));
    stage.create(smallNode("cordoned").unschedulable());
    stage.startMerapi();

    stage.create(plainPod("plain"));
    stage.create(plainPod("tolerant").tolerating("dedicated", "Equal", "batch", "NoSchedule"));
    assertThat(stage.nodeOf("tolerant")).isEqualTo("tainted");
    assertThat(stage.unscheduled("plain").message())
        .isEqualTo(
            "0/2 nodes are available: 1 node(s) had untolerated taint(s), 1 node(s) were"
                + " unschedulable. "
                + NOT_HELPFUL.formatted(2, 2));

    stage.create(smallNode("free"));
    assertThat(stage.nodeOf("plain")).isEqualTo("free");
  }

  @Test
  void topologySpreadBalancesZones() throws IOException {
    stage.create(smallNode("east-1").label(ZONE, "east"));
    stage.create(smallNode("west-1").label(ZONE, "west"));
    stage.create(smallNode("west-2").label(ZONE, "west"));
    stage.startMerapi();
    for (int i = 0; i < 6; i++) {
      stage.create(spread("web-" + i));
    }
    var nodes = new ArrayList<String>();
    for (int i = 0; i < 6; i++) {
      nodes.add(stage.nodeOf("web-" + i));
    }
    assertThat(nodes).filteredOn("east-1"::equals).hasSize(3);

    stage.create(plainPod("big").request("cpu", "2500m").nodeSelector(ZONE, "east"));
    stage.nodeOf("big");
    stage.create(spread("web-6"));
    assertThat(Set.of("west-1", "west-2")).contains(stage.nodeOf("web-6"));
    stage.create(spread("web-7"));
    assertThat(stage.unscheduled("web-7").message())
        .isEqualTo(
            "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't match pod topology"
                + " spread constraints. "
                + NO_VICTIMS.formatted(3, 3));
  }

  private static PodBuilder spread(String name) {
    return plainPod(name).label("app", "web").spread(spreadOver(ZONE).with("app", "web").build());
  }

  @Test
  void podsGetAsManyCardsAsThereAre() throws IOException {
    stage.create(smallNode("plain"));
    stage.create(smallNode("gpu").allocatable("nvidia.com/gpu", "3"));
    stage.startMerapi();
    stage.create(plainPod("first").requestExactly("nvidia.com/gpu", "2"));
    assertThat(stage.nodeOf("first")).isEqualTo("gpu");

    stage.create(plainPod("second").requestExactly("nvidia.com/gpu", "2"));
    assertThat(stage.unscheduled("second").message())
        .isEqualTo(
            "0/2 nodes are available: 2 Insufficient nvidia.com/gpu. no new claims to deallocate,"
                + " preemption: 0/2 nodes are available: 1 No preemption victims found for"
                + " incoming pod, 1 Preemption is not helpful for scheduling.");
    stage.create(plainPod("third").requestExactly("nvidia.com/gpu", "1"));
    assertThat(stage.nodeOf("third")).isEqualTo("gpu");
    stage.end("first");
    assertThat(stage.nodeOf("second")).isEqualTo("gpu");
  }

  @Test
  void aPodThatFitsNowhereIsTold() throws IOException {
    stage.create(smallNode("small"));
    stage.create(smallNode("tainted").taint("dedicated", "batch", "NoSchedule"));
    stage.startMerapi();
    stage.create(pod("huge").request("cpu", "100"));

    String text =
        "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint(s). "
            + NOT_HELPFUL.formatted(2, 2);
    PodCondition condition = stage.unscheduled("huge");
    assertThat(condition.status()).isEqualTo("False");
    assertThat(condition.reason()).isEqualTo("Unschedulable");
    assertThat(condition.message()).isEqualTo(text);
    assertThat(stage.event("huge", "FailedScheduling"))
        .isEqualTo(new PodEvent("huge", "Warning", "FailedScheduling", text, 1));
  }

  @Test
  void deletingABlockingPodWakesWhomItHelps() throws IOException {
    stage.create(smallNode("node-1"));
    stage.startMerapi();
    stage.create(pod("blocker").request("cpu", "3"));
    stage.nodeOf("blocker");

    stage.create(pod("helped").request("cpu", "2"));
    stage.create(pod("elsewhere").request("cpu", "1").nodeSelector("disk", "ssd"));
    stage.create(pod("lonely").request("cpu", "1").near("app", "store"));
    for (String name : List.of("helped", "elsewhere", "lonely")) {
      stage.unscheduled(name);
      stage.event(name, "FailedScheduling");
    }

    stage.end("blocker");
    assertThat(stage.nodeOf("helped")).isEqualTo("node-1");
    // Longer than the backoff after a first failure, which a pod that was woken might be in.
    Eventually.pause(Duration.ofMillis(1500));
    assertThat(PodEvents.of(CLUSTER, "elsewhere")).extracting(PodEvent::count).containsExactly(1L);
    assertThat(PodEvents.of(CLUSTER, "lonely")).extracting(PodEvent::count).containsExactly(1L);

    stage.create(smallNode("node-2").label("disk", "ssd"));
    assertThat(stage.nodeOf("elsewhere")).isEqualTo("node-2");
  }

  @Test
  void anExtenderHasItsSay() throws IOException {
    for (int i = 0; i < 3; i++) {
      stage.create(smallNode("node-" + i));
    }
    try (var extender = new FilteringExtender("node-1"::equals)) {
      stage.startMerapi(extender.configuration());
      stage.create(plainPod("anywhere"));
      stage.create(plainPod("nowhere").nodeSelector("kubernetes.io/hostname", "node-2"));

      assertThat(stage.nodeOf("anywhere")).isEqualTo("node-1");
      assertThat(extender.asked("anywhere")).containsExactly("node-0", "node-1", "node-2");
      assertThat(stage.unscheduled("nowhere").message())
          .isEqualTo(
              "0/3 nodes are available: 1 the extender does not want it, 2 node(s) didn't match"
                  + " Pod's node affinity/selector. no new claims to deallocate, preemption: 0/3"
                  + " nodes are available: 1 No preemption victims found for incoming pod, 2"
                  + " Preemption is not helpful for scheduling.");
      assertThat(extender.asked("nowhere")).containsExactly("node-2");
    }
  }
}
