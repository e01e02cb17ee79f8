package io.merapi.e2e;

import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.cluster.ObjectKind;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodStatus.PodCondition;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.explain.answers.PodFindings;
import io.merapi.explain.cluster.OfflineCluster;
import io.merapi.explain.pod.PodExplanation;
import io.merapi.kube.placement.PlacementOutcome.Placed;
import io.merapi.kube.preemption.PreemptionSurvey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Merapi and the real kube-scheduler give the same answers on the same clusters.
 *
 * <p>Both run on one control plane, each for the pods that name it. A cluster of random nodes is
 * filled pod by pod. Each pod is first made for Merapi, which is awaited; then that pod is removed
 * and made again for kube-scheduler, which so finds the very same cluster; and that pod stays, as
 * part of the cluster of the next ones. A pod that fits nowhere is removed, so that nobody is ever
 * waiting whom a change might wake.
 *
 * <p>Compared is what is determined, for upstream draws among equally good nodes:
 *
 * <ul>
 *   <li>the feasible nodes. Each scheduler has an extender that lets all nodes pass, and so learns
 *       which nodes the plugins have left;
 *   <li>the text of a pod that fits nowhere, in its event and in its condition;
 *   <li>that both chosen nodes are among the best by a third computation, that of {@code merapi
 *       explain} on a copy of the objects, whose feasible nodes and texts must be the same, too.
 * </ul>
 *
 * <p>Evictions cannot be undone, so a pod that may evict others is made once, for the one scheduler
 * or the other in turns, and what happens is compared to the copy: the text, that the nominated
 * node is among the best candidates, the victims, and where the pod is bound when they are gone.
 */
class UpstreamComparisonIT {

  private static final int CLUSTERS = 20;
  private static final int PODS = 16;
  private static final String OURS = "merapi";
  private static final String THEIRS = "upstream";
  private static final List<ObjectKind> COMING_AND_GOING =
      List.of(ObjectKind.POD, ObjectKind.POD_DISRUPTION_BUDGET, ObjectKind.NODE);

  @RegisterExtension static final RealCluster CLUSTER = new RealCluster();

  @TempDir private static Path directory;

  private static final Stage STAGE = new Stage(CLUSTER);
  private static FilteringExtender ourExtender;
  private static FilteringExtender theirExtender;

  /** How much was compared in all clusters; nothing of it may be nothing. */
  private static int fitting;

  private static int unfit;
  private static int preempting;

  private Instant started = Instant.parse("2026-01-01T00:00:00Z");

  @BeforeAll
  static void startSchedulers() throws IOException {
    StandingObjects.create(STAGE);
    ourExtender = new FilteringExtender(_ -> true);
    theirExtender = new FilteringExtender(_ -> true);
    STAGE.startMerapi(configuration(OURS, ourExtender));
    Path file = directory.resolve("scheduler.yaml");
    Files.writeString(
        file,
        """
        apiVersion: kubescheduler.config.k8s.io/v1
        kind: KubeSchedulerConfiguration
        leaderElection: {leaderElect: false}
        clientConnection: {kubeconfig: %s, qps: 10000, burst: 10000}
        %s\
        """
            .formatted(CLUSTER.plane().kubeconfig(), configuration(THEIRS, theirExtender)));
    CLUSTER.plane().startScheduler("--config=" + file);
  }

  private static String configuration(String name, FilteringExtender extender) {
    return "profiles:\n- schedulerName: %s\n".formatted(name) + extender.configuration();
  }

  @AfterAll
  static void stop() throws IOException {
    STAGE.close();
    ourExtender.close();
    theirExtender.close();
    assertThat(STAGE.warnings()).isEmpty();
    assertThat(fitting).as("pods with a node").isGreaterThan(100);
    assertThat(unfit).as("pods without a node").isGreaterThan(50);
    assertThat(preempting).as("pods that evicted others").isGreaterThan(5);
  }

  @AfterEach
  void clear() throws IOException {
    STAGE.remove(COMING_AND_GOING);
  }

  @RepeatedTest(CLUSTERS)
  void bothSchedulersAgree(RepetitionInfo repetition) throws IOException {
    int seed = repetition.getCurrentRepetition();
    var workload = new RandomWorkload(seed);
    List<Node> nodes = workload.nodes();
    for (Node node : nodes) {
      STAGE.create(node);
    }
    if (seed % 2 == 0) {
      STAGE.create(
          ObjectKind.POD_DISRUPTION_BUDGET,
          """
          apiVersion: policy/v1
          kind: PodDisruptionBudget
          metadata: {name: keep-the-store}
          spec: {minAvailable: 1, selector: {matchLabels: {app: store}}}
          """);
    }
    Set<String> names = nodes.stream().map(Node::name).collect(Collectors.toSet());
    awaitNodesKnown(OURS, ourExtender, names);
    awaitNodesKnown(THEIRS, theirExtender, names);
    for (Pod pod : workload.pods(PODS)) {
      compare(pod);
    }
  }

  /** Until a pod that tolerates everything finds exactly the nodes of this cluster. */
  private static void awaitNodesKnown(
      String scheduler, FilteringExtender extender, Set<String> nodes) throws IOException {
    Eventually.find(
        "nodes known to " + scheduler,
        () -> {
          STAGE.create(pod("probe").schedulerName(scheduler).tolerating("", "Exists", "", ""));
          answer("probe", extender);
          STAGE.end("probe");
          return extender.asked("probe").equals(nodes) ? nodes : null;
        });
  }

  private void compare(Pod pod) throws IOException {
    PodFindings expected = explain(pod);
    PreemptionSurvey preemption = expected.preemption();
    if (preemption != null && !preemption.candidates().isEmpty()) {
      preempt(pod, expected.failure(), preemption);
      preempting++;
      return;
    }
    Answer ours = ask(pod, pod.name() + "-copy", OURS, ourExtender);
    STAGE.end(pod.name() + "-copy");
    Answer theirs = ask(pod, pod.name(), THEIRS, theirExtender);
    assertThat(ours.withoutNode()).as(pod.name()).isEqualTo(theirs.withoutNode());
    assertThat(new Answer("", expected.failure(), new TreeSet<>(expected.feasible())))
        .as("%s explained", pod.name())
        .isEqualTo(theirs.withoutNode());
    if (expected.placement() instanceof Placed placed) {
      assertThat(placed.best()).as(pod.name()).contains(ours.node(), theirs.node());
      start(pod.name());
      fitting++;
    } else {
      STAGE.end(pod.name());
      unfit++;
    }
  }

  /**
   * What a scheduler made of a pod.
   *
   * @param node empty where it found none
   * @param message why not; empty where it found one
   * @param feasible the nodes that its plugins left
   */
  private record Answer(String node, String message, SortedSet<String> feasible) {

    Answer withoutNode() {
      return new Answer("", message, feasible);
    }
  }

  private static Answer ask(Pod pod, String name, String scheduler, FilteringExtender extender)
      throws IOException {
    STAGE.create(forScheduler(pod, name, scheduler));
    return answer(name, extender);
  }

  private static Pod forScheduler(Pod pod, String name, String scheduler) {
    return new Pod(
        pod.meta().withName(name),
        "",
        pod.spec().withScheduling(scheduler, null, ""),
        pod.status());
  }

  private static Answer answer(String name, FilteringExtender extender) throws IOException {
    Pod decided =
        STAGE.await(
            name,
            "scheduled or not",
            pod -> pod.assigned() || Stage.condition(pod, "PodScheduled") != null);
    if (decided.assigned()) {
      return new Answer(decided.nodeName(), "", extender.asked(name));
    }
    PodCondition condition = STAGE.unscheduled(name);
    assertThat(condition.reason()).isEqualTo("Unschedulable");
    assertThat(STAGE.event(name, "FailedScheduling").note()).isEqualTo(condition.message());
    return new Answer("", condition.message(), extender.asked(name));
  }

  /**
   * What Merapi says of a pod on a copy of the cluster, the pod being as the server completes it.
   */
  private static PodFindings explain(Pod pod) throws IOException {
    STAGE.create(forScheduler(pod, pod.name(), "nobody"));
    Pod completed = STAGE.pod(pod.name());
    STAGE.end(pod.name());
    var copy =
        new OfflineCluster(
            new KubeConfigurationReader().defaults(FeatureGates.DEFAULTS),
            FeatureGates.DEFAULTS,
            false,
            Fixes.NONE,
            Instant.now());
    for (List<ObjectKind> kinds : List.of(StandingObjects.KINDS, COMING_AND_GOING)) {
      for (ObjectKind kind : kinds) {
        CLUSTER.list(kind).values().forEach(copy::add);
      }
    }
    copy.add(completed);
    return PodExplanation.of(copy, completed.key()).findings();
  }

  private void preempt(Pod pod, String text, PreemptionSurvey expected) throws IOException {
    String scheduler = preempting % 2 == 0 ? THEIRS : OURS;
    STAGE.create(forScheduler(pod, pod.name(), scheduler));
    Pod nominated =
        STAGE.await(pod.name(), "nominated", now -> !now.status().nominatedNodeName().isEmpty());
    String node = nominated.status().nominatedNodeName();
    assertThat(expected.best()).as(pod.name()).contains(node);
    assertThat(STAGE.unscheduled(pod.name()).message()).isEqualTo(text);
    assertThat(STAGE.event(pod.name(), "FailedScheduling").note()).isEqualTo(text);

    List<String> victims =
        Objects.requireNonNull(expected.candidates().get(node)).pods().stream()
            .map(victim -> victim.pod().name())
            .sorted()
            .toList();
    Eventually.find("victims marked", () -> leaving().size() >= victims.size() ? true : null);
    assertThat(leaving()).as("victims of %s by %s", pod.name(), scheduler).isEqualTo(victims);
    for (String victim : victims) {
      STAGE.end(victim);
    }
    assertThat(STAGE.nodeOf(pod.name())).isEqualTo(node);
    start(pod.name());
  }

  private static List<String> leaving() throws IOException {
    var leaving = new ArrayList<String>();
    for (ClusterObject pod : CLUSTER.list(ObjectKind.POD).values()) {
      if (pod.meta().deletionTimestamp() != null) {
        leaving.add(pod.name());
      }
    }
    return leaving.stream().sorted().toList();
  }

  /** Lets a pod run, each one later than the ones before, as its kubelet would. */
  private void start(String pod) throws IOException {
    started = started.plusSeconds(60);
    STAGE.patch(
        ObjectKind.POD,
        pod + "/status",
        "{\"status\": {\"phase\": \"Running\", \"startTime\": \"%s\"}}".formatted(started));
  }
}
