package io.merapi.explain.conformance;

import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.explain.answers.PodFindings;
import io.merapi.kube.framework.PluginVerdict;
import io.merapi.kube.framework.ScoreOutcome;
import io.merapi.kube.framework.ScoreTable;
import io.merapi.kube.placement.Diagnosis;
import io.merapi.kube.placement.PlacementOutcome.Placed;
import io.merapi.kube.placement.PlacementOutcome.Unfit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Findings about a pod with the word of the placement in place of that of the plugins: which nodes
 * fit, why the others do not, and what nodes score.
 */
final class PlacementFindings {

  private static final PluginVerdict LOST =
      new PluginVerdict(
          Verdict.error("the placement says nothing of a node that the plugins judge"), "");

  private PlacementFindings() {}

  /** The findings as they are where the placement did not look at every node. */
  static PodFindings of(PodFindings findings, ClusterView cluster) {
    return switch (findings.placement()) {
      case Unfit(var error) when findings.preFilter().result().isSuccess() ->
          with(findings, verdicts(findings, error.diagnosis(), cluster), findings.scores());
      case Placed placed when placed.evaluatedNodes() == findings.nodes().size() ->
          with(findings, verdicts(findings, feasible(placed)), scores(findings, placed));
      default -> findings;
    };
  }

  /**
   * A diagnosis may also tell of the node that the pod is nominated to, which the plugins rule out
   * before they are asked about nodes.
   */
  private static Map<String, PluginVerdict> verdicts(
      PodFindings findings, Diagnosis diagnosis, ClusterView cluster) {
    var verdicts = new LinkedHashMap<String, PluginVerdict>();
    for (String node : findings.nodes().keySet()) {
      NodeInfo info = Objects.requireNonNull(cluster.node(node));
      verdicts.put(node, Objects.requireNonNullElse(diagnosis.nodes().of(info), LOST));
    }
    return verdicts;
  }

  private static Set<String> feasible(Placed placed) {
    ScoreTable scores = placed.scores();
    return scores == null
        ? Set.of(placed.node())
        : scores.nodes().stream().map(NodeInfo::name).collect(Collectors.toSet());
  }

  /** Placement does not tell why a node does not fit if another one does. */
  private static Map<String, PluginVerdict> verdicts(PodFindings findings, Set<String> feasible) {
    var verdicts = new LinkedHashMap<String, PluginVerdict>();
    findings
        .nodes()
        .forEach((node, verdict) -> {
          PluginVerdict rejection = verdict.isSuccess() ? LOST : verdict;
          verdicts.put(node, feasible.contains(node) ? PluginVerdict.SUCCESS : rejection);
        });
    return verdicts;
  }

  /** A node that is the only one is not scored by placement. */
  private static @Nullable ScoreOutcome scores(PodFindings findings, Placed placed) {
    ScoreTable scores = placed.scores();
    return scores == null ? findings.scores() : new ScoreOutcome.Scored(scores);
  }

  private static PodFindings with(
      PodFindings findings, Map<String, PluginVerdict> nodes, @Nullable ScoreOutcome scores) {
    return new PodFindings(
        findings.pod(),
        findings.profile(),
        findings.keptOutBy(),
        findings.alone(),
        findings.preFilter(),
        nodes,
        findings.preScore(),
        scores,
        findings.rawScores(),
        findings.placement(),
        findings.room(),
        findings.preemption());
  }
}
