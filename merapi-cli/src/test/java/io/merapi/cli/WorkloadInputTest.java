package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a simulation says of a workload that it cannot use: what, where and what to try. */
class WorkloadInputTest {

  private static final String NODE =
      """
      ---
      {apiVersion: v1, kind: Node, metadata: {name: a}, status: {allocatable: {cpu: "2", pods: "9"}}}
      """;

  @TempDir Path directory;

  @Test
  void aRunTimeBelowZero() throws IOException {
    assertRefused(
        NODE + pod("p", "merapi.io/run-time: -5m", 1),
        "Pod default/p: annotation merapi.io/run-time (-5m) must be a duration such as 90s or"
            + " 1h30m");
  }

  @Test
  void anArrivalAfterTheEnd() throws IOException {
    assertRefused(
        NODE + pod("p", "merapi.io/arrival: 5h", 1),
        "Pod default/p: comes after 5h0m0s, but the simulation ends after 2h0m0s (--until)",
        "--until",
        "2h");
  }

  @Test
  void anOutageThatIsNone() throws IOException {
    assertRefused(
        NODE.replace("name: a", "name: a, annotations: {merapi.io/outages: soon}")
            + pod("p", "", 1),
        "Node a: annotation merapi.io/outages (soon) must be moments and lengths such as 2h for"
            + " 30m, 10h for 1h");
  }

  @Test
  void anUnknownKind() throws IOException {
    assertRefused(
        NODE + pod("p", "", 1) + "---\n{apiVersion: merapi.io/v1alpha1, kind: NodePol}\n",
        "1 object of the unknown kind NodePol.merapi.io; did you mean NodePool?");
  }

  @Test
  void whatEveryDumpOfAClusterHoldsIsPassedOver() throws IOException {
    String[] dump = {
      file(
          NODE
              + pod("p", "merapi.io/run-time: 1m", 1)
              + """
              ---
              {apiVersion: apps/v1, kind: DaemonSet, metadata: {name: logs}}
              ---
              {apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: reader}}
              """)
    };

    Outcome answer = simulate(dump);

    assertThat(answer.err()).isEmpty();
    assertThat(answer.exitCode()).isZero();
  }

  @Test
  void aClusterWithoutNodes() throws IOException {
    assertRefused(
        pod("p", "", 1),
        "there are no nodes, so nothing can run; give Node manifests, a NodePool or a trace of"
            + " nodes among the INPUT");
  }

  @Test
  void aWorkloadThatCanNeverRunIsToldAtOnceInTheWordsOfTheScheduler() throws IOException {
    assertRefused(
        NODE + pod("huge", "", 64),
        "Pod default/huge cannot run even on the empty cluster: 0/1 nodes are available: 1"
            + " Insufficient cpu.");
  }

  @Test
  void whatCanNeverRunDoesNotKeepTheRestFromRunning() throws IOException {
    Outcome answer =
        simulate(file(NODE + pod("huge", "", 64) + pod("small", "merapi.io/run-time: 1m", 1)));

    assertThat(answer.exitCode()).isZero();
    assertThat(answer.err()).contains("Pod default/huge cannot run even on the empty cluster");
    assertThat(answer.out()).contains("1 finished", "1 pending");
  }

  @Test
  void anUnknownFieldOfAGenerator() throws IOException {
    assertRefused(
        NODE
            + """
            ---
            apiVersion: merapi.io/v1alpha1
            kind: WorkloadGenerator
            metadata: {name: load}
            spec:
              arivals: {poisson: {perHour: 1}}
            """,
        ":8:12: error: spec.arivals is not known here; known are from, until, count, arrivals,"
            + " jobs");
  }

  private void assertRefused(String manifests, String reason, String... options)
      throws IOException {
    var arguments = new String[options.length + 1];
    System.arraycopy(options, 0, arguments, 0, options.length);
    arguments[options.length] = file(manifests);

    Outcome answer = simulate(arguments);

    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err()).contains(reason).doesNotContain("Exception");
    assertThat(answer.out()).isEmpty();
  }

  private static String pod(String name, String annotation, int cpu) {
    return """
    ---
    {apiVersion: v1, kind: Pod, metadata: {name: %s, annotations: {%s}},
     spec: {containers: [{name: main, resources: {requests: {cpu: "%d"}}}]}}
    """
        .formatted(name, annotation, cpu);
  }

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("input.yaml"), text).toString();
  }

  private static Outcome simulate(String... arguments) {
    return Outcome.ofCommand("simulate", arguments);
  }
}
