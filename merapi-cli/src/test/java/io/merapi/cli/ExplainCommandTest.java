package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code merapi explain} as a user reads it. */
class ExplainCommandTest {

  private static final String EXAMPLE = "../examples/gpu-cluster";
  private static final String VOLCANO = EXAMPLE + "/volcano-scheduler.conf";

  private static final String CLUSTER =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: small}
      status: {allocatable: {cpu: "1", memory: 1Gi, pods: "10"}}
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: tainted}
      spec: {taints: [{key: team, value: red, effect: NoSchedule}]}
      status: {allocatable: {cpu: "1", memory: 1Gi, pods: "10"}}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: wide, namespace: a}
      spec:
        schedulerName: default-scheduler
        containers: [{name: main, resources: {requests: {cpu: "4"}}}]
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: twin, namespace: a}
      spec:
        schedulerName: default-scheduler
        schedulingGates: [{name: quota}]
        containers: [{name: main}]
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: twin, namespace: b}
      spec:
        schedulerName: default-scheduler
        nodeName: small
        containers: [{name: main, resources: {requests: {cpu: "1"}}}]
      """;

  private static final String FULL_CLUSTER =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: full}
      status: {allocatable: {cpu: "4", memory: 1Gi, pods: "10"}}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: lesser, namespace: a, labels: {app: db}}
      spec:
        nodeName: full
        priority: 1
        containers: [{name: main, resources: {requests: {cpu: "2"}}}]
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: least, namespace: a, labels: {app: db}}
      spec:
        nodeName: full
        containers: [{name: main, resources: {requests: {cpu: "2"}}}]
      ---
      apiVersion: policy/v1
      kind: PodDisruptionBudget
      metadata: {name: db, namespace: a}
      spec: {selector: {matchLabels: {app: db}}}
      status: {disruptionsAllowed: 1}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: urgent, namespace: a}
      spec:
        priority: 9
        containers: [{name: main, resources: {requests: {cpu: "4"}}}]
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: polite, namespace: a}
      spec:
        priority: 9
        preemptionPolicy: Never
        containers: [{name: main, resources: {requests: {cpu: "4"}}}]
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: meek, namespace: a}
      spec:
        containers: [{name: main, resources: {requests: {cpu: "4"}}}]
      """;

  @TempDir Path folder;

  private static Outcome explain(String... args) {
    return Outcome.ofCommand("explain", args);
  }

  @Test
  void explainsAPodAsVcSchedulerSeesIt() {
    Outcome answer =
        explain("--scheduler-conf", VOLCANO, EXAMPLE, "research/llm-pretrain-worker-0");

    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out())
        .startsWith(
            "Pod research/llm-pretrain-worker-0 belongs to PodGroup research/llm-pretrain in queue"
                + " research.")
        .contains("In the next session:")
        .contains("Gates of the group (phase Inqueue, priority 0):")
        .containsPattern("starving +yes")
        .contains("Nodes that pass the filters, the best first, with scores")
        .contains("4 x Insufficient nvidia.com/gpu (resources, Unschedulable)");
  }

  @Test
  void explainsAGroupByItsName() {
    Outcome answer =
        explain("--scheduler-conf", VOLCANO, EXAMPLE, "podgroup/research/llm-pretrain");

    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out())
        .startsWith("PodGroup research/llm-pretrain is in queue research.")
        .contains("and 15 more like it");
    assertThat(explain("--scheduler-conf", VOLCANO, EXAMPLE, "llm-pretrain").out())
        .isEqualTo(answer.out());
  }

  @Test
  void printsTheRecordedFieldsOfASession() {
    Outcome answer =
        explain(
            "--scheduler-conf", VOLCANO, "-o", "json", EXAMPLE, "research/llm-pretrain-worker-0");

    assertThat(answer.out())
        .contains("\"jobs\":{", "\"nodes\":{", "\"queues\":{", "\"queueOrder\":[", "\"jobOrder\":{")
        .contains("\"tasks\":{\"research/llm-pretrain-worker-0\":{\"allocatable\":")
        .contains("\"enqueueable\":", "\"starving\":", "\"pipelined\":", "\"valid\":")
        .contains("\"fitsIdle\":", "\"scores\":{", "\"batchScores\":{", "\"total\":");
  }

  @Test
  void saysWhyVcSchedulerPassesOverAPod() throws IOException {
    Outcome alone = explain("--mode", "batch", file("cluster.yaml", CLUSTER), "a/wide");

    assertThat(alone.exitCode()).isZero();
    assertThat(alone.out())
        .contains("is not scheduled by vc-scheduler as things are")
        .contains("its scheduler is default-scheduler, so it is passed over")
        .contains("it belongs to no group");
  }

  @Test
  void saysThatTheQueueOfAGroupIsMissing() throws IOException {
    Outcome answer =
        explain(
            "--mode",
            "batch",
            file(
                "group.yaml",
                """
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: PodGroup
                metadata: {name: g, namespace: a}
                spec: {minMember: 1, queue: nowhere}
                """),
            "a/g");

    assertThat(answer.out()).contains("there is no Queue nowhere, so the group is passed over");
  }

  @Test
  void theWorkOfKubeSchedulerKnowsNoGroups() {
    Outcome answer = explain(EXAMPLE, "podgroup/research/llm-pretrain");

    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err()).contains("kube-scheduler knows no PodGroups");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String cluster() throws IOException {
    return file("cluster.yaml", CLUSTER);
  }

  @Test
  void showsWhereThePodWouldGoWithScoresAndReasons() {
    Outcome outcome = explain(EXAMPLE, "research/llm-pretrain-worker-0");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains("is pending", "16 cpu, 128Gi memory, 2 nvidia.com/gpu")
        .contains("6 of 10 nodes fit")
        .contains("4 x Insufficient nvidia.com/gpu (NodeResourcesFit; eviction cannot help)")
        .contains("cpu-0, cpu-1, cpu-2, cpu-3")
        .contains("nvidia.com/gpu: wants 2, has 0 free of 0, lacks 2")
        .containsPattern("cpu-0 +> NodeResourcesFit +UnschedulableAndUnresolvable +Insufficient");
  }

  @Test
  void saysWhichProfileStandsInForAnUnknownScheduler() {
    assertThat(explain(EXAMPLE, "llm-pretrain-worker-0").out())
        .contains("no profile is named volcano, so the profile default-scheduler answers");
  }

  @Test
  void showsTheTextOfTheEventWhereNoNodeFits() throws IOException {
    Outcome outcome = explain(cluster(), "wide");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(outcome.out())
        .contains("Fits on no node")
        .contains("0/2 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint(s)")
        .doesNotContain("no profile is named");
  }

  @Test
  void showsWhomPreemptionWouldEvict() throws IOException {
    assertThat(explain(file("full.yaml", FULL_CLUSTER), "urgent").out())
        .contains("Preemption would evict 2 pods from full, 1 of them against a disruption budget:")
        .contains("a/lesser (priority 1), a/least (priority 0)");
  }

  @Test
  void saysWhyPreemptionDoesNotHelp() throws IOException {
    String full = file("full.yaml", FULL_CLUSTER);
    assertThat(explain(full, "polite").out())
        .contains("Preemption is not tried: not eligible due to preemptionPolicy=Never.");
    assertThat(explain(full, "meek").out())
        .contains("with every pod of lower priority gone, the pod fits on none of 1 node.");
    assertThat(explain(cluster(), "wide").out())
        .contains("Preemption cannot help: on no node is it other pods that stand in the way.");
  }

  @Test
  void tellsProgramsWhatPreemptionWouldDoOnEveryNode() throws IOException {
    assertThat(explain("-o", "json", file("full.yaml", FULL_CLUSTER), "urgent").out())
        .contains("\"candidates\":{\"full\":{", "\"nominatedNodes\":[\"full\"]")
        .contains("\"victims\":[\"a/lesser\",\"a/least\"]", "\"numPDBViolations\":1");
  }

  @Test
  void namesPluginsThatWouldObjectTooBelowTheOneThatDecides() throws IOException {
    assertThat(explain(cluster(), "wide").out())
        .containsPattern("tainted +> TaintToleration .*\\R +NodeResourcesFit .*Insufficient cpu");
  }

  @Test
  void saysWhatKeepsAGatedPodOutOfTheQueue() throws IOException {
    assertThat(explain(cluster(), "a/twin").out())
        .contains("is pending and gated", "SchedulingGates", "quota", "1 of 2 nodes fits");
  }

  @Test
  void doesNotLetAPodCompeteWithItselfForItsNode() throws IOException {
    assertThat(explain(cluster(), "b/twin").out())
        .contains("is on node small", "as if it came now", "Would go to small");
  }

  @Test
  void answersProgramsInTheFieldsOfTheRecordedAnswers() throws IOException {
    Outcome json = explain("-o", "json", cluster(), "wide");
    assertThat(json.out())
        .startsWith("{\"filter\":{\"small\":{\"code\":\"UnschedulableAndUnresolvable\"")
        .contains("\"fitError\":\"0/2 nodes are available:", "\"preFilter\":{", "\"plugins\":{");
    assertThat(json.err()).isEmpty();
    assertThat(explain("-o", "yaml", cluster(), "a/twin").out()).contains("preEnqueue:", "scores:");
  }

  @Test
  void namesPluginsThatItCannotAsk() throws IOException {
    Outcome json =
        explain(
            "--feature-gates",
            "GenericWorkload=true,GangScheduling=true",
            "-o",
            "json",
            cluster(),
            "wide");
    assertThat(json.err()).contains("not asked, for they do not exist yet: GangScheduling");
    assertThat(json.out()).startsWith("{");
  }

  @Test
  void asksForTheNamespaceWhereANameIsNotEnough() throws IOException {
    Outcome outcome = explain(cluster(), "twin");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(outcome.err()).contains("several pods are named (twin)", "a/twin, b/twin");
  }

  @Test
  void suggestsPodsForAMisspeltName() throws IOException {
    Outcome outcome = explain(cluster(), "a/wied");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("no pod is named (a/wied)", "did you mean a/wide");
  }

  @Test
  void refusesASnapshotThatCannotBeRead() throws IOException {
    Outcome absent = explain(folder.resolve("nowhere.yaml").toString(), "x");
    assertThat(absent.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(absent.err())
        .contains("nowhere.yaml", "does not exist")
        .doesNotContain("keep-going");
    String broken =
        file(
            "broken.yaml",
            CLUSTER
                + """
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: bad}
                status: {allocatable: {cpu: lots}}
                """);
    Outcome malformed = explain(broken, "wide");
    assertThat(malformed.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(malformed.err()).contains("status.allocatable.cpu (lots)", "--keep-going");
    assertThat(explain("--keep-going", broken, "wide").exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void refusesAConfigurationWithItsProblems() throws IOException {
    String config =
        file(
            "scheduler.yaml",
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            profiles:
            - schedulerName: twice
            - schedulerName: twice
            """);
    Outcome outcome = explain("--config", config, cluster(), "wide");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .contains("error: profiles[1].schedulerName Duplicate value", "is refused");
  }

  @Test
  void refusesFeatureGatesWithTheirProblems() throws IOException {
    Outcome outcome = explain("--feature-gates", "GangScheduling=maybe", cluster(), "wide");
    assertThat(outcome.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(outcome.err()).contains("GangScheduling", "--feature-gates is refused");
  }

  @Test
  void behavesBetterThanUpstreamOnlyWhereAskedTo() throws IOException {
    String rejectedEarly =
        file(
            "early.yaml",
            FULL_CLUSTER
                + """
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: early, namespace: a}
                spec:
                  priority: 9
                  affinity:
                    podAntiAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                      - topologyKey: zone
                        labelSelector: {matchExpressions: [{key: app, operator: Near}]}
                  containers: [{name: main}]
                """);
    // DynamicResources comes after the plugin that rejects the pod, and knows nothing of it.
    assertThat(explain(rejectedEarly, "early").out())
        .contains("label selector operator. not found");
    assertThat(explain("--fixes", "preempt-after-early-rejection", rejectedEarly, "early").out())
        .contains("label selector operator.")
        .doesNotContain("not found");
  }

  @Test
  void scoresByTheProfileThatThePodAsksFor() throws IOException {
    String config =
        file(
            "scheduler.yaml",
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            profiles:
            - schedulerName: volcano
              plugins:
                multiPoint:
                  disabled: [{name: ImageLocality}]
            """);
    assertThat(explain("--config", config, EXAMPLE, "llm-pretrain-worker-0").out())
        .contains("6 of 10 nodes fit")
        .doesNotContain("no profile is named", "Locality");
  }

  @Test
  void asksNoExtenderAndSaysSo() throws IOException {
    String config =
        file(
            "scheduler.yaml",
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            extenders:
            - urlPrefix: http://127.0.0.1:1/all
              filterVerb: filter
            - urlPrefix: http://127.0.0.1:1/fpga
              filterVerb: filter
              managedResources: [{name: example.com/fpga}]
            """);
    String note = "extenders were not asked: http://127.0.0.1:1/all";

    assertThat(explain("--config", config, cluster(), "wide").out())
        .contains("note: " + note + "\n");
    assertThat(explain("--config", config, "-o", "json", cluster(), "wide").err()).contains(note);
    assertThat(explain(cluster(), "wide").out()).doesNotContain("extenders");
  }

  @Test
  void looksAtAllNodesUnlessSamplingIsAskedForOrConfigured() throws IOException {
    var nodes = new StringBuilder();
    for (int i = 0; i < 250; i++) {
      nodes.append(
          """
          ---
          apiVersion: v1
          kind: Node
          metadata: {name: n%d}
          status: {allocatable: {cpu: "8", memory: 8Gi, pods: "10"}}
          """
              .formatted(i));
    }
    String large = file("large.yaml", CLUSTER + nodes);
    String config =
        file(
            "scheduler.yaml",
            """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            percentageOfNodesToScore: 60
            """);
    assertThat(explain(large, "wide").out())
        .contains("250 of 252 nodes fit")
        .doesNotContain("sampling");
    assertThat(explain("-o", "json", large, "wide").out())
        .contains("\"evaluatedNodes\":252,\"feasibleNodes\":250");
    // Upstream looks for 50 - 252 / 125 percent of the nodes; the first two do not fit.
    assertThat(explain("--upstream-sampling", large, "wide").out())
        .contains("250 of 252 nodes fit")
        .contains("best of the first 120 that fit: sampling ends the search after 122 nodes");
    assertThat(explain("--config", config, large, "wide").out())
        .contains("best of the first 151 that fit: sampling ends the search after 153 nodes");
  }

  @Test
  void showsAFewNodesOfEachReasonUnlessAllAreAskedFor() {
    assertThat(explain(EXAMPLE, "nightly-etl-13").out())
        .contains("gpu-0, gpu-1, gpu-2, gpu-3, gpu-4 and 1 more", "--all shows them");
    assertThat(explain("--all", EXAMPLE, "nightly-etl-13").out())
        .contains("gpu-3, gpu-4, gpu-5")
        .doesNotContain("--all");
  }
}
