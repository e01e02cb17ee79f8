package io.merapi.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code merapi simulate} on traces, as a user meets it. */
class SimulateTraceTest {

  private static final String NODES =
      """
      sn,cpu_milli,memory_mib,gpu,model
      a,16000,65536,2,T4
      b,16000,65536,2,P100
      """;

  private static final String PODS =
      """
      name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
      one,4000,2048,2,1000,P100|T4,LS,Succeeded,100,3700,100
      two,500,1024,1,460,,BE,Running,110,3710,110
      three,500,1024,1,540,,BE,Running,120,3720,120
      """;

  @TempDir private Path directory;

  @BeforeEach
  void write() throws IOException {
    file("openb/openb_node_list_gpu_node.csv", NODES);
    file("openb/openb_pod_list_default.csv", PODS);
  }

  @Test
  void simulatesTheListsOfATrace() {
    Outcome answer = simulate(path("openb"));

    assertThat(answer.exitCode()).as(answer.err()).isZero();
    assertThat(answer.err()).isEmpty();
    assertThat(answer.out())
        .startsWith("Simulated 1h0m on 2 nodes.")
        .contains("3 pods came: 3 placed by the scheduler, 3 finished");
  }

  @Test
  void readsALogWithoutNodesBesideAConfigurationForGangs() throws IOException {
    String log =
        file(
            "log.swf",
            """
            ; MaxNodes: 2
            ; MaxProcs: 8
            1 0 0 60 8 -1 -1 8 -1 -1 1 1 1 -1 3 -1 -1 -1
            2 0 0 60 8 -1 -1 8 -1 -1 1 1 1 -1 4 -1 -1 -1
            """);

    Outcome answer = simulate("--mode", "batch", log);

    assertThat(answer.exitCode()).as(answer.err()).isZero();
    assertThat(answer.out())
        .startsWith("Simulated 2m")
        .contains("16 pods came: 16 placed by the scheduler, 16 finished")
        .contains("queue-3", "queue-4");
  }

  @Test
  void takesTracesAmongManifests() throws IOException {
    String nodes =
        file(
            "nodes.yaml",
            """
            apiVersion: v1
            kind: Node
            metadata: {name: a}
            status: {allocatable: {cpu: "2", memory: 4Gi, pods: "10"}}
            """);
    String jobs = file("jobs.csv", "arrival,run_time,cpu,memory,pods\n5m,1h,1,1Gi,2\n");

    Outcome answer = simulate(nodes, jobs);

    assertThat(answer.exitCode()).as(answer.err()).isZero();
    assertThat(answer.out()).startsWith("Simulated 1h5m on 1 node.").contains("2 pods came");
  }

  @Test
  void saysThatAPriorityClassIsMissing() throws IOException {
    String nodes = path("openb/openb_node_list_gpu_node.csv");
    String jobs =
        file("jobs.csv", "arrival,run_time,cpu,memory,priority\n0,1m,1,1Gi,urgent\n0,1m,1,1Gi,7\n");
    String urgent =
        file(
            "urgent.yaml",
            """
            apiVersion: scheduling.k8s.io/v1
            kind: PriorityClass
            metadata: {name: urgent}
            value: 1000
            """);

    assertThat(simulate(nodes, jobs).err())
        .contains("no PriorityClass in the INPUT has the name urgent, so jobs");
    assertThat(simulate(nodes, jobs, urgent).err()).doesNotContain("PriorityClass");
  }

  @Test
  void namesTheBrokenLineBeforeAnythingRuns() throws IOException {
    String broken = file("broken.csv", "arrival,run_time,cpu,memory\n1,1,1,\n1,1\n2,-1,1,\n");

    Outcome answer = simulate(path("openb/openb_node_list_gpu_node.csv"), broken);

    assertThat(answer.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err())
        .contains(
            broken + ":3: error: has 2 columns, expected 4 (arrival, run_time, cpu, memory)",
            broken + ":4: error: run_time (-1) must be seconds",
            "the trace has broken lines; --keep-going passes over them");

    Outcome patient = simulate("--keep-going", path("openb/openb_node_list_gpu_node.csv"), broken);
    assertThat(patient.exitCode()).isZero();
    assertThat(patient.err()).contains("broken lines passed over: 2");
    assertThat(patient.out()).contains("1 pod");
  }

  @Test
  void refusesWhatIsNoTrace() throws IOException {
    Outcome answer = simulate(file("any.csv", "a,b\n1,2\n"));

    assertThat(answer.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(answer.err()).contains("any.csv:1: error: the header is not that of a trace");
  }

  @Test
  void triesAllPoliciesOnTheTraceOfADirectory() {
    Outcome answer = simulate("--trace", "openb", "--seeds", "2", path("openb"));

    assertThat(answer.exitCode()).as(answer.err()).isZero();
    assertThat(answer.out())
        .startsWith(
            "Placed 3 pods on 2 nodes with 4 GPUs, in 2 random orders of coming (seeds 42 to 43).")
        .containsPattern("(?m)^  policy +at 100 % +sd +at 130 % +sd$")
        .containsPattern("(?m)^  random +\\d")
        .containsPattern("(?m)^  best-fit +\\d")
        .containsPattern("(?m)^  nodeorder +\\d")
        .containsPattern("(?m)^  binpack +\\d")
        .containsPattern("(?m)^  deviceshare-binpack +\\d")
        .containsPattern("(?m)^  deviceshare-spread +\\d")
        .contains("At 130 % by seed:");
  }

  @Test
  void triesAConfigurationOfTheUsersOwnAndGivesTheSameBytesForTheSameSeed() throws IOException {
    String conf =
        file(
            "mine.conf",
            """
            actions: "allocate"
            tiers:
            - plugins:
              - name: gang
              - name: predicates
              - name: deviceshare
                arguments: {deviceshare.VGPUEnable: true}
            """);
    String[] arguments = {
      "--trace",
      "openb",
      "--scheduler-conf",
      conf,
      "--policy",
      "mine",
      "--policy",
      "random",
      "--arrived",
      "75",
      "--seed",
      "7",
      "--seeds",
      "2",
      "-o",
      "json",
      path("openb")
    };

    Outcome answer = simulate(arguments);

    assertThat(answer.exitCode()).as(answer.err()).isZero();
    assertThat(answer.out())
        .contains("\"gpus\":4", "\"policy\":\"random\"", "\"policy\":\"mine\"")
        .contains("\"arrivedPercent\":75", "\"seed\":7", "\"seed\":8")
        .doesNotContain("best-fit");
    assertThat(simulate(arguments).out()).isEqualTo(answer.out());
  }

  @Test
  void saysWhatIsMissingForTheExperiment() throws IOException {
    String nodes = path("openb/openb_node_list_gpu_node.csv");

    assertThat(simulate("--trace", "openb").err()).contains("--trace needs a node list");
    assertThat(simulate("--trace", "openb", nodes).err()).contains("no pod asks for a GPU");
    assertThat(simulate("--trace", "openb", path("openb/openb_pod_list_default.csv")).err())
        .contains("no node has a GPU");
    assertThat(simulate("--trace", "openb", directory.toString()).err())
        .contains("openb_node_list_gpu_node.csv) does not exist");
    assertThat(simulate("--trace", "openb", "--policy", "bestfit", path("openb")).err())
        .contains("--policy (bestfit) is no policy; did you mean best-fit?");
    assertThat(simulate("--trace", "openb", "--seeds", "0", path("openb")).err())
        .contains("--seeds (0) must be from 1 to 1000");
    assertThat(simulate("--trace", "other", nodes).exitCode()).isEqualTo(ExitCode.UNREADABLE);
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private String file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  private static Outcome simulate(String... arguments) {
    return Outcome.ofCommand("simulate", arguments);
  }
}
