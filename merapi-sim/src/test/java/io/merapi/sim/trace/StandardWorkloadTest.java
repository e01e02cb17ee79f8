package io.merapi.sim.trace;

import static io.merapi.sim.trace.TraceFiles.BATCH;
import static io.merapi.sim.trace.TraceFiles.KUBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.merapi.api.batch.VolcanoJob;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.sim.workload.SimulationKeys;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandardWorkloadTest {

  private static final String LOG =
      """
      ; Version: 2.2
      ; UnixStartTime: 839491200
      ; MaxNodes: 3
      ; MaxProcs: 8
      ;   Note: from a machine that does not exist
          1   1000     5    60    2   -1   100   3    120   2048  1   7  1  -1   4  -1 -1 -1
          2   1030    -1    30    4   -1    -1  -1    -1      -1  1  -1  1  -1  -1   2 -1 -1
          3   1040     0    -1   -1   -1    -1   2    -1      -1  5   7  1  -1   4  -1 -1 -1
          4   1045     0     0    2   -1    -1   2    -1      -1  5   7  1  -1   4  -1 -1 -1
          5   1050     0    10    1   -1    -1   1    -1      -1  2   7  1  -1   4  -1 -1 -1
          6   1060     0    15    1   -1   512  -1    -1      -1  0   7  1  -1  -1  -1 -1 -1
      """;

  @TempDir Path directory;
  private TraceFiles files;

  @BeforeEach
  void write() throws IOException {
    files = new TraceFiles(directory).with("log.swf", LOG);
  }

  @Test
  void aJobIsAGangOfItsProcessorsUnderBatchScheduling() throws IOException {
    assertThat(files.objects(BATCH, VolcanoJob.class))
        .extracting(
            VolcanoJob::key,
            VolcanoJob::queue,
            VolcanoJob::minAvailable,
            job -> job.tasks().getFirst().replicas(),
            job -> job.tasks().getFirst().annotations().get(SimulationKeys.RUN_TIME),
            job ->
                job.tasks()
                    .getFirst()
                    .spec()
                    .containers()
                    .getFirst()
                    .resources()
                    .requests()
                    .amounts()
                    .toString())
        .containsExactly(
            tuple("user-7/job-1", "queue-4", 3, 3, "60000ms", "{cpu=1, memory=2Mi}"),
            // What it was given, where the log does not know what it asked for.
            tuple("default/job-2", "partition-2", 4, 4, "30000ms", "{cpu=1}"),
            tuple("user-7/job-6", "user-7", 1, 1, "15000ms", "{cpu=1, memory=512Ki}"));
  }

  @Test
  void aJobIsPodsForKubeScheduler() throws IOException {
    assertThat(files.arrivals(KUBE).stream().filter(one -> one.object() instanceof Pod))
        .extracting(Object::toString)
        .containsExactly(
            "0 Pod user-7/job-1-0",
            "0 Pod user-7/job-1-1",
            "0 Pod user-7/job-1-2",
            "30 Pod default/job-2-0",
            "30 Pod default/job-2-1",
            "30 Pod default/job-2-2",
            "30 Pod default/job-2-3",
            "60 Pod user-7/job-6");
  }

  @Test
  void jobsThatNeverRanAndPartsOfJobsAreLeftOutWithAWord() throws IOException {
    assertThat(files.lookThrough().remarks())
        .singleElement()
        .asString()
        .endsWith("log.swf: jobs left out that never ran: 3");
  }

  @Test
  void theHeaderMakesTheMachineWithMemoryForEveryJob() throws IOException {
    assertThat(files.objects(KUBE, Node.class))
        .extracting(node -> node.name() + node.allocatable().amounts())
        .containsExactly(
            "node-0{cpu=3, memory=6Mi, pods=10k}",
            "node-1{cpu=3, memory=6Mi, pods=10k}",
            "node-2{cpu=2, memory=4Mi, pods=10k}");
  }

  @Test
  void nodesOfTheInputTakeThePlaceOfTheMachine() throws IOException {
    files.with("nodes.csv", "sn,cpu_milli,memory_mib,gpu,model\nmine,1000,1024,0,\n");

    assertThat(files.objects(KUBE, Node.class)).extracting(Node::name).containsExactly("mine");
  }

  @Test
  void aBrokenLineIsNamed() throws IOException {
    assertThat(
            new TraceFiles(directory)
                .with("broken.swf", LOG + "7 1070 0 10 1\n8 10 0 -7 1 0 0 1 0 0 1 1 1 1 1 1 0 0\n")
                .problems())
        .hasSize(2)
        .satisfies(problems -> {
          assertThat(problems.getFirst()).startsWith("broken.swf:12: has 5 columns, expected 18");
          assertThat(problems.getLast())
              .isEqualTo(
                  "broken.swf:13: run_time (-7) must be seconds, or a duration such as 1h30m, not"
                      + " negative");
        });
  }
}
