package io.merapi.explain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.explain.conformance.CaseResult.Difference;
import io.merapi.explain.conformance.CaseResult.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class KubeConformanceTest {

  /** A cluster of one node that takes no new pods, under a profile of one plugin. */
  private static final String CASE =
      """
      {"group": "Test", "name": "one-node",
       "config": "apiVersion: kubescheduler.config.k8s.io/v1\\nkind: KubeSchedulerConfiguration\\n\
      profiles:\\n- schedulerName: default-scheduler\\n  plugins:\\n    multiPoint:\\n\
            disabled: [{name: '*'}]\\n\
            enabled: [{name: PrioritySort}, {name: DefaultBinder}, {name: NodeUnschedulable}]\\n",
       "objects": [
         {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a"},
          "spec": {"unschedulable": true}},
         {"apiVersion": "v1", "kind": "Pod",
          "metadata": {"name": "p", "namespace": "default", "uid": "1"},
          "spec": {"schedulerName": "default-scheduler"}}],
       "expect": {
         "profiles": {"default-scheduler": {
           "plugins": {"bind": ["DefaultBinder"], "filter": ["NodeUnschedulable"], "permit": [],
             "postBind": [], "postFilter": [], "preBind": [], "preEnqueue": [],
             "preFilter": [], "preScore": [], "queueSort": ["PrioritySort"], "reserve": [],
             "score": []},
           "scoreWeights": {}}},
         "queueOrder": ["default/p"],
         "pods": {"default/p": {
           "preFilter": {"status": {"code": "Success"}, "skipped": []},
           "filter": {"a": {"code": "UnschedulableAndUnresolvable", "plugin": "NodeUnschedulable",
             "reasons": ["%s"]}},
           "plugins": {"NodeUnschedulable": {"filter": {"a": {
             "code": "UnschedulableAndUnresolvable", "reasons": ["node(s) were unschedulable"]}}}},
           "fitError": "0/1 nodes are available: 1 node(s) were unschedulable."}}}}
      """;

  private static final String REASON = "node(s) were unschedulable";

  private final Conformance conformance = new Conformance(false);

  @Test
  void passesWhereEveryAnswerIsEqual() {
    assertThat(run(CASE.formatted(REASON))).isEqualTo(CaseResult.PASSED);
  }

  @Test
  void namesTheAnswerThatDiffers() {
    CaseResult result = run(CASE.formatted("node(s) were asleep"));

    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.differences())
        .containsExactly(
            new Difference(
                "pods.default/p.filter.a.reasons",
                "[node(s) were asleep]",
                "[node(s) were unschedulable]"));
  }

  @Test
  void comparesRefusalsByStageFieldAndKind() {
    String refused =
        """
        {"group": "Test", "name": "refused",
         "config": "apiVersion: kubescheduler.config.k8s.io/v1\\nkind: KubeSchedulerConfiguration\\n\
        percentageOfNodesToScore: %d\\n",
         "objects": [], "expect": {"configError": {"stage": "%s", "message": "%s"}}}
        """;
    String message = "percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]";

    assertThat(run(refused.formatted(101, "validate", message))).isEqualTo(CaseResult.PASSED);
    assertThat(paths(run(refused.formatted(101, "build", message))))
        .containsExactly("configError.stage");
    assertThat(paths(run(refused.formatted(102, "validate", message))))
        .containsExactly("configError.message");
    assertThat(paths(run(refused.formatted(50, "validate", message))))
        .containsExactly("configError");
  }

  private static List<String> paths(CaseResult result) {
    return result.differences().stream().map(Difference::path).toList();
  }

  private CaseResult run(String json) {
    return conformance.run("case.json", "Test", json);
  }
}
