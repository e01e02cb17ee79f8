package io.merapi.explain.pod;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.feature.FeatureGates;
import io.merapi.api.fixes.Fixes;
import io.merapi.config.kube.KubeConfigurationReader;
import io.merapi.config.kube.KubeConfigurationReading;
import io.merapi.config.snapshot.LoadResult;
import io.merapi.config.snapshot.SnapshotLoader;
import io.merapi.config.source.Problem;
import io.merapi.explain.answers.PodFindings;
import io.merapi.explain.cluster.OfflineCluster;
import io.merapi.kube.configuration.KubeConfiguration;
import io.merapi.kube.placement.PlacementOutcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What nobody should write, through the reader and the engine: the pod gets a clear reason, or the
 * configuration is refused with the field that is wrong, and nothing else is affected.
 */
class BadInputTest {

  /** Ends in the spec of a pod, to which a line is added. */
  private static final String CLUSTER =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: a, labels: {zone: left}}
      status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: b, labels: {zone: right}}
      status: {allocatable: {cpu: "4", memory: 8Gi, pods: "10"}}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: neighbour, namespace: default}
      spec:
        schedulerName: default-scheduler
        containers: [{name: main, resources: {requests: {cpu: "1"}}}]
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: bad, namespace: default}
      spec:
        schedulerName: default-scheduler
        containers: [{name: main}]
      """;

  /** Separated by {@code |}: what the pod says, then the words of its event. */
  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: Near}]}]}}}"
            + "| 0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.",
        "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " [{topologyKey: zone, labelSelector: {matchExpressions: [{key: app, operator:"
            + " Near}]}}]}}"
            + "| 0/2 nodes are available: parsing pod: requiredAntiAffinityTerms: \"Near\" is not a"
            + " valid label selector operator.",
        "topologySpreadConstraints: [{maxSkew: 1, topologyKey: rack, whenUnsatisfiable:"
            + " DoNotSchedule, labelSelector: {matchLabels: {app: x}}}]"
            + "| 0/2 nodes are available: 2 node(s) didn't match pod topology spread constraints"
            + " (missing required label).",
        "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
            + " [{topologyKey: rack, labelSelector: {matchLabels: {app: x}}}]}}"
            + "| 0/2 nodes are available: 2 node(s) didn't match pod affinity rules."
      })
  void podFitsNowhereForAReasonOfItsOwn(String spec, String event) throws IOException {
    OfflineCluster cluster = cluster(spec, defaults());
    PodFindings findings = PodExplanation.of(cluster, "default/bad").findings();
    assertThat(findings.placement()).isInstanceOf(PlacementOutcome.Unfit.class);
    assertThat(findings.failure()).startsWith(event);
    assertNeighbourIsPlaced(cluster);
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1,"
            + " preference: {matchExpressions: [{key: zone, operator: Near}]}}]}}"
            + "| running PreScore plugin \"NodeAffinity\": [0].matchExpressions[0].operator:"
            + " Unsupported value: \"Near\": supported values: \"In\", \"NotIn\", \"Exists\","
            + " \"DoesNotExist\", \"Gt\", \"Lt\"",
        "topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable:"
            + " DoNotSchedule, labelSelector: {matchExpressions: [{key: app, operator: Near}]}}]"
            + "| running PreFilter plugin \"PodTopologySpread\": get constraints from pod:"
            + " obtaining pod's hard topology spread constraints: \"Near\" is not a valid label"
            + " selector operator",
        "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: -5,"
            + " preference: {matchExpressions: [{key: zone, operator: In, values: [left]}]}}]}}"
            + "| applying score defaultWeights on Score plugins: plugin \"NodeAffinity\" returns an"
            + " invalid score -5, it should in the range of [0, 100] after normalizing"
      })
  void attemptFailsWithThePluginThatCannotGoOn(String spec, String failure) throws IOException {
    OfflineCluster cluster = cluster(spec, defaults());
    PodFindings findings = PodExplanation.of(cluster, "default/bad").findings();
    assertThat(findings.placement()).isEqualTo(new PlacementOutcome.Failed(failure));
    assertNeighbourIsPlaced(cluster);
  }

  @Test
  void wishOfNegativeWeightBetweenPodsTurnsItAround() throws IOException {
    String spec =
        "affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: -5,"
            + " podAffinityTerm: {topologyKey: zone, labelSelector: {matchLabels: {app: x}}}}]}}";
    OfflineCluster cluster = cluster(spec, defaults());
    load(
        cluster,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: liked, namespace: default, labels: {app: x}}
        spec: {nodeName: a, containers: [{name: main}]}
        """);
    assertThat(PodExplanation.of(cluster, "default/bad").findings().placement())
        .isInstanceOfSatisfying(
            PlacementOutcome.Placed.class, placed -> assertThat(placed.node()).isEqualTo("b"));
    assertNeighbourIsPlaced(cluster);
  }

  /** Separated by {@code |}: what stands below {@code profiles}, then the first problem. */
  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "- plugins: {multiPoint: {enabled: [{name: NodeAfinity}]}}"
            + "| profiles[0].plugins.multiPoint.enabled[0] PreFilterPlugin \"NodeAfinity\" does not"
            + " exist (did you mean NodeAffinity?)",
        "[{schedulerName: twice}, {schedulerName: twice}]| profiles[1].schedulerName Duplicate"
            + " value: {} (profiles[0] is named (twice) too: name one of them otherwise)",
        "- pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {type: LeastAllocated,"
            + " resources: [{name: cpu, weight: -1}]}}}]|"
            + " profiles[0].pluginConfig[0].args.scoringStrategy.resources[0].weight Invalid value:"
            + " -1: resource weight of cpu not in valid range (0, 100]",
        "- plugins: {score: {enabled: [{name: NodeAffinity, weight: -3}], disabled: [{name:"
            + " NodeAffinity}]}}"
            + "| profiles[0].plugins.score score plugins: total score of Score plugins could"
            + " overflow"
      })
  void configurationIsRefusedWithTheFieldThatIsWrong(String profiles, String problem) {
    KubeConfigurationReading reading =
        new KubeConfigurationReader()
            .read(
                "scheduler.yaml",
                """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                profiles:
                %s
                """
                    .formatted(profiles.indent(2).stripTrailing()),
                FeatureGates.DEFAULTS);
    assertThat(reading.configuration()).isNull();
    assertThat(reading.problems())
        .filteredOn(found -> found.severity() == Problem.Severity.REFUSED)
        .extracting(BadInputTest::text)
        .containsExactly(problem);
  }

  private static String text(Problem problem) {
    String advice = problem.advice().isEmpty() ? "" : " (%s)".formatted(problem.advice());
    return problem.path() + " " + problem.message() + advice;
  }

  private static KubeConfiguration defaults() {
    return new KubeConfigurationReader().defaults(FeatureGates.DEFAULTS);
  }

  private static OfflineCluster cluster(String spec, KubeConfiguration configuration)
      throws IOException {
    var cluster =
        new OfflineCluster(configuration, FeatureGates.DEFAULTS, false, Fixes.NONE, Instant.EPOCH);
    load(cluster, CLUSTER + "  " + spec);
    return cluster;
  }

  private static void load(OfflineCluster cluster, String manifests) throws IOException {
    var input = new ByteArrayInputStream(manifests.getBytes(StandardCharsets.UTF_8));
    LoadResult result = new SnapshotLoader(input).load(List.of("-"), cluster::add);
    assertThat(result.problems()).isEmpty();
  }

  private static void assertNeighbourIsPlaced(OfflineCluster cluster) {
    requireNonNull(cluster.pod("default/bad"));
    assertThat(PodExplanation.of(cluster, "default/neighbour").findings().placement())
        .isInstanceOfSatisfying(
            PlacementOutcome.Placed.class,
            placed -> assertThat(placed.feasibleNodes()).isEqualTo(2));
  }
}
