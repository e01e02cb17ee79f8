package io.merapi.api.pod;

import static io.merapi.api.pod.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.PodRequests.Rules;
import io.merapi.api.resource.ResourceDictionary;
import org.junit.jupiter.api.Test;

class PodRequestsTest {

  private static final Rules ALL = Rules.DEFAULT;
  private static final long MEBI = 1L << 20;

  @Test
  void containersAddUp() {
    expect(pod().container("cpu=1 memory=1Gi").container("cpu=500m"), "cpu=1500m memory=1Gi");
  }

  @Test
  void amountsAreSummedBeforeTheyAreRounded() {
    Pod half = pod().container("cpu=500u").container("cpu=500u").build();
    assertThat(requests(half).requests().cpuMillis()).isEqualTo(1);
  }

  @Test
  void aPodWithoutRequestsAsksForNothing() {
    expect(pod().container(""), "");
  }

  @Test
  void initContainersRunOneAfterTheOther() {
    expect(
        pod()
            .init("cpu=2 memory=1Gi")
            .init("cpu=2 memory=3Gi")
            .container("cpu=2 memory=1Gi")
            .container("cpu=1 memory=1Gi"),
        "cpu=3 memory=3Gi");
  }

  @Test
  void sidecarsRunBesideTheContainers() {
    expect(pod().sidecar("cpu=1").container("cpu=2"), "cpu=3");
  }

  @Test
  void anInitContainerRunsBesideTheSidecarsStartedBeforeIt() {
    expect(pod().sidecar("cpu=1").init("cpu=5").sidecar("cpu=1").container("cpu=2"), "cpu=6");
    expect(pod().init("cpu=5").sidecar("cpu=1").container("cpu=2"), "cpu=5");
  }

  @Test
  void overheadComesOnTop() {
    expect(pod().container("cpu=1").overhead("cpu=250m memory=64Mi"), "cpu=1250m memory=64Mi");
  }

  @Test
  void amountsForThePodAsAWholeReplaceThoseOfItsContainers() {
    expect(
        pod()
            .container("cpu=1 memory=1Gi nvidia.com/gpu=1")
            .wholePod("cpu=500m", "")
            .overhead("cpu=100m"),
        "cpu=600m memory=1Gi nvidia.com/gpu=1");
  }

  @Test
  void onlyCpuMemoryAndHugePagesCountForThePodAsAWhole() {
    expect(
        pod().container("cpu=1").wholePod("hugepages-2Mi=4Mi nvidia.com/gpu=1", ""),
        "cpu=1 hugepages-2Mi=4Mi");
    expect(pod().container("cpu=1").wholePod("nvidia.com/gpu=1", ""), "cpu=1");
  }

  @Test
  void withoutTheFeatureOnlyContainersCount() {
    Pod pod = pod().container("cpu=1").wholePod("cpu=5", "").build();
    assertThat(PodRequests.list(pod, ALL.byContainers())).isEqualTo(Pods.list("cpu=1"));
  }

  @Test
  void duringAResizeTheGreatestOfWantedActualAndAllocatedCounts() {
    expect(pod().container("cpu=1").runs("cpu=2", "cpu=1500m"), "cpu=2");
    expect(pod().container("cpu=1").runs("cpu=500m", "cpu=1500m"), "cpu=1500m");
    expect(pod().container("cpu=3").runs("cpu=2", "cpu=1500m"), "cpu=3");
    expect(pod().container("cpu=3").runs("cpu=2", "cpu=1").resizePending("Deferred"), "cpu=3");
  }

  @Test
  void anInfeasibleResizeDoesNotCount() {
    expect(pod().container("cpu=3").runs("cpu=2", "cpu=1").resizePending("Infeasible"), "cpu=2");
    Pod onlyFirstConditionCounts =
        pod()
            .container("cpu=3")
            .runs("cpu=2", "cpu=1")
            .resizePending("Deferred")
            .resizePending("Infeasible")
            .build();
    assertThat(PodRequests.list(onlyFirstConditionCounts, ALL)).isEqualTo(Pods.list("cpu=3"));
  }

  @Test
  void sidecarsCanBeResizedButOtherInitContainersCannot() {
    expect(pod().sidecar("cpu=1").initRuns("cpu=2", "").container("cpu=1"), "cpu=3");
    expect(pod().init("cpu=3").initRuns("cpu=9", "").container("cpu=1"), "cpu=3");
  }

  @Test
  void withoutTheFeatureTheStatusDoesNotCount() {
    Pod pod = pod().container("cpu=1").runs("cpu=2", "cpu=2").build();
    assertThat(PodRequests.list(pod, ALL.asSpecified())).isEqualTo(Pods.list("cpu=1"));
  }

  @Test
  void aPodCanBeResizedAsAWhole() {
    expect(pod().container("cpu=1").wholePod("cpu=2", "").wholePodRuns("cpu=4", "cpu=3"), "cpu=4");
    Pod pod = pod().container("cpu=1").wholePod("cpu=2", "").wholePodRuns("cpu=4", "cpu=3").build();
    assertThat(PodRequests.list(pod, new Rules(true, true, false))).isEqualTo(Pods.list("cpu=2"));
    assertThat(PodRequests.list(pod, new Rules(true, false, true))).isEqualTo(Pods.list("cpu=2"));
  }

  @Test
  void whatAnInfeasibleResizeLeavesUnreportedCountsAsNothing() {
    expect(
        pod()
            .container("cpu=1")
            .wholePod("cpu=2 memory=1Gi", "")
            .wholePodRuns("cpu=4", "")
            .resizePending("Infeasible"),
        "cpu=4 memory=0");
  }

  @Test
  void scoringCountsADefaultForEachContainerThatStatesNone() {
    PodRequests requests = requests(pod().container("").container("cpu=1").build());
    assertThat(requests.nonZeroCpuMillis()).isEqualTo(1100);
    assertThat(requests.nonZeroMemoryBytes()).isEqualTo(400 * MEBI);
    assertThat(requests.requests().cpuMillis()).isEqualTo(1000);
    assertThat(requests.requests().memoryBytes()).isZero();
  }

  @Test
  void scoringTakesAStatedZeroForZero() {
    PodRequests requests = requests(pod().container("cpu=0 memory=0").build());
    assertThat(requests.nonZeroCpuMillis()).isZero();
    assertThat(requests.nonZeroMemoryBytes()).isZero();
  }

  @Test
  void scoringCountsDefaultsForInitContainersToo() {
    PodRequests requests = requests(pod().sidecar("").init("cpu=1").container("cpu=1").build());
    assertThat(requests.nonZeroCpuMillis()).isEqualTo(1100);
    assertThat(requests.nonZeroMemoryBytes()).isEqualTo(400 * MEBI);
  }

  @Test
  void amountsForThePodAsAWholeLeaveDefaultsOnlyForWhatNobodyStates() {
    PodRequests cpuOnly = requests(pod().container("").container("").wholePod("cpu=2", "").build());
    assertThat(cpuOnly.nonZeroCpuMillis()).isEqualTo(2000);
    assertThat(cpuOnly.nonZeroMemoryBytes()).isEqualTo(400 * MEBI);
    PodRequests memoryInOneContainer =
        requests(pod().container("memory=1Mi").container("").wholePod("cpu=2", "").build());
    assertThat(memoryInOneContainer.nonZeroMemoryBytes()).isEqualTo(MEBI);
  }

  @Test
  void fitScoresAPodByItsContainersWithDefaults() {
    Pod pod = pod().container("").container("cpu=300m").wholePod("cpu=2 memory=1Gi", "").build();
    assertThat(PodRequests.list(pod, ALL.byContainers(), PodRequests.NON_ZERO_DEFAULTS))
        .isEqualTo(Pods.list("cpu=400m memory=400Mi"));
  }

  private static PodRequests requests(Pod pod) {
    return PodRequests.of(pod, new ResourceDictionary(), ALL);
  }

  private static void expect(Pods pod, String requests) {
    assertThat(PodRequests.list(pod.build(), ALL)).isEqualTo(Pods.list(requests));
  }
}
