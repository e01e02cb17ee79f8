package io.merapi.e2e;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.e2e.PodEvents.PodEvent;
import io.merapi.testkit.PodBuilder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Important pods of a real cluster take the place of others. */
class PreemptionIT {

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  private final Stage stage = new Stage(CLUSTER);

  @BeforeEach
  void createPriorities() throws IOException {
    priority("low", 100, "PreemptLowerPriority");
    priority("middle", 500, "PreemptLowerPriority");
    priority("high", 1000, "PreemptLowerPriority");
    priority("polite", 1000, "Never");
    for (int i = 1; i <= 2; i++) {
      stage.create(node("node-" + i).allocatable("cpu", "4").allocatable("pods", "110"));
    }
  }

  private void priority(String name, int value, String preemptionPolicy) throws IOException {
    stage.create(
        ObjectKind.PRIORITY_CLASS,
        """
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: {name: %s}
        value: %d
        preemptionPolicy: %s
        """
            .formatted(name, value, preemptionPolicy));
  }

  @AfterEach
  void clear() throws IOException {
    stage.close();
    assertThat(stage.warnings()).isEmpty();
  }

  private static PodBuilder sized(String name, String priority, String cpu) {
    return pod(name).priorityClass(priority).request("cpu", cpu);
  }

  @Test
  void theLeastImportantPodMakesRoom() throws IOException {
    stage.startMerapi();
    stage.create(sized("low", "low", "3"));
    stage.create(sized("middle", "middle", "3"));
    String node = stage.nodeOf("low");
    stage.nodeOf("middle");

    stage.create(sized("high", "high", "3"));
    Pod victim = stage.await("low", "leaving", pod -> pod.meta().deletionTimestamp() != null);
    PodCondition disruption = requireNonNull(Stage.condition(victim, "DisruptionTarget"));
    assertThat(disruption.status()).isEqualTo("True");
    assertThat(disruption.reason()).isEqualTo("PreemptionByScheduler");
    assertThat(disruption.message())
        .isEqualTo("default-scheduler: preempting to accommodate a higher priority pod");
    Pod preemptor =
        stage.await("high", "nominated", pod -> !pod.status().nominatedNodeName().isEmpty());
    assertThat(preemptor.status().nominatedNodeName()).isEqualTo(node);
    assertThat(preemptor.assigned()).isFalse();
    assertThat(stage.event("low", "Preempted"))
        .isEqualTo(
            new PodEvent(
                "low",
                "Normal",
                "Preempted",
                "Preempted by pod %s on node %s".formatted(preemptor.meta().uid(), node),
                1));
    assertThat(stage.event("high", "FailedScheduling").note())
        .isEqualTo("0/2 nodes are available: 2 Insufficient cpu.");

    // It is here before the room is, but the room is not for it.
    stage.create(sized("quick", "low", "2"));
    stage.unscheduled("quick");
    stage.end("low");
    assertThat(stage.nodeOf("high")).isEqualTo(node);
    assertThat(stage.pod("quick").assigned()).isFalse();
    assertThat(stage.pod("middle").meta().deletionTimestamp()).isNull();
  }

  @Test
  void aBudgetIsSparedWhereTheOtherNodeHasNone() throws IOException {
    // Budgets and pods are watched apart, so a budget that is made later might be seen too late.
    stage.create(
        ObjectKind.POD_DISRUPTION_BUDGET,
        """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: guard}
        spec: {minAvailable: 1, selector: {matchLabels: {app: guarded}}}
        """);
    stage.startMerapi();
    stage.create(sized("guarded", "low", "3").label("app", "guarded"));
    stage.create(sized("open", "middle", "3"));
    String node = stage.nodeOf("open");
    stage.nodeOf("guarded");

    stage.create(sized("high", "high", "3"));
    stage.await("open", "leaving", pod -> pod.meta().deletionTimestamp() != null);
    stage.end("open");
    assertThat(stage.nodeOf("high")).isEqualTo(node);
    assertThat(stage.pod("guarded").meta().deletionTimestamp()).isNull();
  }

  @Test
  void aPodThatMustNotPreemptWaits() throws IOException {
    stage.startMerapi();
    for (String name : List.of("first", "second")) {
      stage.create(sized(name, "low", "4"));
      stage.nodeOf(name);
    }
    stage.create(sized("polite", "polite", "2"));
    assertThat(stage.unscheduled("polite").message())
        .isEqualTo(
            "0/2 nodes are available: 2 Insufficient cpu. no new claims to deallocate,"
                + " preemption: not eligible due to preemptionPolicy=Never.");
    stage.end("first");
    stage.nodeOf("polite");
    assertThat(stage.pod("second").meta().deletionTimestamp()).isNull();
  }
}
