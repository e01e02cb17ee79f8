package io.merapi.api.pod;

import static io.merapi.api.pod.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.PodRequests.Rules;
import io.merapi.api.resource.ResourceDictionary;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PodResourcesTest {

  @Test
  void toStartAPodTakesTheGreatestMomentAndOnePod() {
    PodResources pod =
        of(
            pod()
                .init("cpu=2 memory=1Ki")
                .init("cpu=2 memory=3Ki")
                .container("cpu=2 memory=1Ki")
                .container("cpu=1 memory=1Ki"));
    assertThat(pod.toStart()).hasToString("cpu 3000.00, memory 3072.00, pods 1.00");
  }

  @Test
  void runningAPodTakesOnlyItsContainers() {
    PodResources pod = of(pod().init("cpu=5").sidecar("cpu=1").container("cpu=2"));
    assertThat(pod.running()).hasToString("cpu 2000.00, memory 0.00");
    assertThat(pod.running().scalarsStated()).isTrue();
    assertThat(pod.toStart()).hasToString("cpu 5000.00, memory 0.00, pods 1.00");
  }

  @Test
  void eachContainerIsRoundedByItself() {
    PodResources pod = of(pod().container("cpu=500u").container("cpu=500u"));
    assertThat(pod.running().cpuMillis()).isEqualTo(2);
  }

  @Test
  void sidecarsCountForStarting() {
    PodResources pod = of(pod().sidecar("cpu=1").init("cpu=5").container("cpu=2 nvidia.com/gpu=1"));
    assertThat(pod.toStart())
        .hasToString("cpu 6000.00, memory 0.00, nvidia.com/gpu 1000.00, pods 1.00");
  }

  @Test
  void amountsForThePodAsAWholeAndOverheadCount() {
    PodResources pod =
        of(
            pod()
                .container("cpu=1 memory=1Ki")
                .wholePod("cpu=3 hugepages-2Mi=2Mi", "")
                .overhead("cpu=100m nvidia.com/gpu=1"));
    assertThat(pod.running())
        .hasToString(
            "cpu 3100.00, memory 1024.00, hugepages-2Mi 2097152000.00, nvidia.com/gpu 1000.00");
  }

  @Test
  void aResizeCountsForContainersButNotForThePodAsAWhole() {
    assertThat(of(pod().container("cpu=1").runs("cpu=2", "cpu=3")).running().cpuMillis())
        .isEqualTo(3000);
    PodResources infeasible =
        of(pod().container("cpu=9").runs("cpu=2", "cpu=3").resizePending("Infeasible"));
    assertThat(infeasible.running().cpuMillis()).isEqualTo(3000);
    PodResources whole =
        of(pod().container("cpu=1").wholePod("cpu=2", "").wholePodRuns("cpu=8", "cpu=8"));
    assertThat(whole.running().cpuMillis()).isEqualTo(2000);
  }

  @Test
  void overheadRaisesOnlyLimitsThatThereAre() {
    PodResources pod =
        of(pod().container("", "cpu=1").sidecar("", "cpu=2").overhead("cpu=500m memory=1Ki"));
    assertThat(pod.limits()).hasToString("cpu 3500.00, memory 0.00");
  }

  @Test
  void limitsTakeTheGreaterOfWantedAndActual() {
    PodResources pod = of(pod().container("", "cpu=1").runs("cpu=2", "cpu=5"));
    assertThat(pod.limits().cpuMillis()).isEqualTo(2000);
    assertThat(of(pod().container("", "cpu=1").wholePod("", "cpu=4")).limits().cpuMillis())
        .isEqualTo(4000);
  }

  @Test
  void devicesThatAreAccountedForElsewhereDoNotCount() {
    Pod pod = pod().container("volcano.sh/vgpu-number=1").build();
    var resources =
        new PodResources(
            pod, new ResourceDictionary(), Rules.DEFAULT, Set.of("volcano.sh/vgpu-number"));
    assertThat(resources.running()).hasToString("cpu 0.00, memory 0.00");
  }

  private static PodResources of(Pods pod) {
    return new PodResources(pod.build(), new ResourceDictionary(), Rules.DEFAULT, Set.of());
  }
}
