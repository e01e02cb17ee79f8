package io.merapi.sim.trace;

import static io.merapi.sim.trace.TraceFiles.BATCH;
import static io.merapi.sim.trace.TraceFiles.KUBE;
import static io.merapi.sim.trace.TraceFiles.SHARING;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.DeviceKeys;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.ResourceRequirements;
import io.merapi.api.selector.SelectorRequirement;
import io.merapi.sim.workload.SimulationKeys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenbTraceTest {

  private static final String NODES =
      """
      sn,cpu_milli,memory_mib,gpu,model
      node-0,64000,262144,2,P100
      node-1,96500,1024,0,
      """;

  private static final String PODS =
      """
      name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
      whole,4000,2048,2,1000,P100|T4,LS,Succeeded,100,400,160.0
      part,500,1024,1,460,,BE,Running,110,200,110
      never,1000,1024,0,0,,,Pending,120,150,
      """;

  @TempDir Path directory;
  private TraceFiles files;

  @BeforeEach
  void write() throws IOException {
    files = new TraceFiles(directory).with("pods.csv", PODS).with("nodes.csv", NODES);
  }

  @Test
  void nodesComeFirstAndPodsCountFromTheFirstOfTheLog() throws IOException {
    assertThat(files.arrivals(KUBE))
        .extracting(Object::toString)
        .containsExactly(
            "0 Node node-0",
            "0 Node node-1",
            "0 Pod ls/whole",
            "10 Pod be/part",
            "20 Pod default/never");
  }

  @Test
  void aPodRunsFromItsPlacementToItsDeletionOrAsLongAsItWaited() throws IOException {
    assertThat(files.objects(KUBE, Pod.class))
        .extracting(pod -> pod.meta().annotations().get(SimulationKeys.RUN_TIME))
        .containsExactly("240000ms", "90000ms", "30000ms");
  }

  @Test
  void cardsThatCannotBeDividedAreGivenWhole() throws IOException {
    Node node = files.objects(KUBE, Node.class).getFirst();
    assertThat(node.allocatable().amounts().toString())
        .isEqualTo("{cpu=64, memory=256Gi, nvidia.com/gpu=2, pods=10k}");
    assertThat(node.meta().labels().get("nvidia.com/gpu.product")).isEqualTo("P100");

    assertThat(files.objects(KUBE, Pod.class))
        .extracting(pod -> resources(pod).requests().amounts().toString())
        .containsExactly(
            "{cpu=4, memory=2Gi, nvidia.com/gpu=2}",
            "{cpu=500m, memory=1Gi, nvidia.com/gpu=1}",
            "{cpu=1, memory=1Gi}");
    assertThat(files.objects(BATCH, Pod.class))
        .extracting(pod -> pod.spec().schedulerName())
        .containsOnly("volcano");
  }

  @Test
  void cardsThatCanBeDividedAreVirtualGpusWithThousandthsForMemory() throws IOException {
    Node node = files.objects(SHARING, Node.class).getFirst();
    assertThat(node.meta().annotations().get(DeviceKeys.NODE_VGPU_REGISTER))
        .isEqualTo(
            "node-0-0,10,1000,NVIDIA-P100,true,hami-core:node-0-1,10,1000,NVIDIA-P100,true,hami-core:");
    assertThat(node.allocatable().get("nvidia.com/gpu")).isNull();

    assertThat(files.objects(SHARING, Pod.class))
        .extracting(pod -> resources(pod).limits().amounts().toString())
        .containsExactly(
            "{volcano.sh/vgpu-memory=1k, volcano.sh/vgpu-number=2}",
            "{volcano.sh/vgpu-memory=460, volcano.sh/vgpu-number=1}",
            "{}");
  }

  @Test
  void acceptedTypesAreARequiredAffinityToNodes() throws IOException {
    Pod pod = files.objects(KUBE, Pod.class).getFirst();

    assertThat(Objects.requireNonNull(pod.spec().affinity().requiredNodes()).terms())
        .singleElement()
        .extracting(term -> term.matchExpressions())
        .isEqualTo(
            List.of(
                new SelectorRequirement("nvidia.com/gpu.product", "In", List.of("P100", "T4"))));
  }

  @Test
  void batchSchedulingGetsTheQueuesThatPodsName() throws IOException {
    assertThat(files.arrivals(BATCH))
        .extracting(Object::toString)
        .contains("0 Queue be", "0 Queue ls", "0 Queue default");
    assertThat(files.arrivals(KUBE)).extracting(Object::toString).doesNotContain("0 Queue be");
  }

  @Test
  void aPackedListIsUnpacked() throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(PODS.getBytes(UTF_8));
    }

    assertThat(new TraceFiles(directory).with("list.csv.gz", packed.toByteArray()).arrivals(KUBE))
        .hasSize(3);
  }

  @Test
  void aBrokenLineIsNamedWithItsColumnAndWhatWasExpected() throws IOException {
    String header = PODS.lines().findFirst().orElseThrow();
    assertThat(
            new TraceFiles(directory)
                .with(
                    "broken.csv",
                    header
                        + """

                        a,1000,1024,0,0,,LS,Running,0,10
                        b,x,1024,0,0,,LS,Running,0,10,0
                        c,1000,1024,1,0,,LS,Running,0,10,0
                        d,1000,1024,2,500,,LS,Running,0,10,0
                        e,1000,1024,0,0,,LS,Running,0,10,20
                        f,1000,1024,0,0,,LS,Running,-5,10,0
                        ,1000,1024,0,0,,LS,Running,5,10,5
                        g,1000,1024,0,0,,LS,Running,5,10,5
                        g,1000,1024,0,0,,LS,Running,5,10,5
                        """)
                .problems())
        .containsExactly(
            "broken.csv:2: has 10 columns, expected 11 (%s)".formatted(header.replace(",", ", ")),
            "broken.csv:3: cpu_milli (x) must be a whole number of at least 0",
            "broken.csv:4: gpu_milli (0) must be from 1 to 1000 where num_gpu is 1",
            "broken.csv:5: gpu_milli (500) must be 1000 where num_gpu (2) is more than 1",
            "broken.csv:6: deletion_time (10) must be at least scheduled_time (20)",
            "broken.csv:7: creation_time (-5) must be seconds, or a duration such as 1h30m, not"
                + " negative",
            "broken.csv:8: name is empty, expected the name of a pod",
            "broken.csv:10: has the name ls/g, expected another than on broken.csv:9");
  }

  private static ResourceRequirements resources(Pod pod) {
    return pod.spec().containers().getFirst().resources();
  }
}
