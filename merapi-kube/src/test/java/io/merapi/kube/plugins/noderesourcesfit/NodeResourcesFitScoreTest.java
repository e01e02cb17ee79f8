package io.merapi.kube.plugins.noderesourcesfit;

import static io.merapi.kube.plugins.noderesources.ResourceFixture.named;
import static io.merapi.kube.plugins.noderesources.ResourceFixture.stating;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.device.Allocation;
import io.merapi.api.device.Device;
import io.merapi.api.device.DeviceClass;
import io.merapi.api.device.DeviceSelector;
import io.merapi.api.device.ResourceClaim;
import io.merapi.api.device.ResourceSlice;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.pod.Pod;
import io.merapi.api.resource.ResourceList;
import io.merapi.kube.configuration.ResourceWeight;
import io.merapi.kube.configuration.ShapePoint;
import io.merapi.kube.plugins.noderesources.ResourceFixture;
import io.merapi.testkit.NodeBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeResourcesFitScoreTest {

  private static final String GPU = "example.com/gpu";
  private static final List<ResourceWeight> CPU_AND_GPU =
      List.of(new ResourceWeight("cpu", 1), new ResourceWeight(GPU, 3));

  private final ResourceFixture cluster = new ResourceFixture();

  @Test
  void leastAllocatedIsTheMeanOfWhatStaysFree() {
    cluster.with(machine().build(), pod("old").on("n").request("cpu", "1").build());
    // cpu: (4000 - 2000) * 100 / 4000 = 50; memory: 200Mi by default for the pod that is there and
    // 2Gi, (8192 - 2248) * 100 / 8192 = 72; (50 + 72) / 2 = 61
    assertThat(score(ScoringStrategy.Type.LEAST_ALLOCATED, ResourceWeight.CPU_AND_MEMORY))
        .isEqualTo(61);
  }

  @Test
  void mostAllocatedIsTheMeanOfWhatIsUsed() {
    cluster.with(machine().build(), pod("old").on("n").request("cpu", "1").build());
    // 50 for cpu, 2248 * 100 / 8192 = 27 for memory
    assertThat(score(ScoringStrategy.Type.MOST_ALLOCATED, ResourceWeight.CPU_AND_MEMORY))
        .isEqualTo(38);
  }

  @Test
  void weightsShiftTheMean() {
    cluster.with(machine().build());
    var resources = List.of(new ResourceWeight("cpu", 3), new ResourceWeight("memory", 1));
    // (75 * 3 + 75 * 1) / 4; then with cpu taken: (25 * 3 + 72 * 1) / 4
    assertThat(score(ScoringStrategy.Type.LEAST_ALLOCATED, resources)).isEqualTo(75);
    cluster.with(pod("old").on("n").request("cpu", "2").build());
    assertThat(score(ScoringStrategy.Type.LEAST_ALLOCATED, resources)).isEqualTo(36);
  }

  @Test
  void overcommittedResourceScoresAsFull() {
    cluster.with(machine().build(), pod("old").on("n").request("cpu", "9").build());
    var cpu = List.of(new ResourceWeight("cpu", 1));
    assertThat(score(ScoringStrategy.Type.LEAST_ALLOCATED, cpu)).isZero();
    assertThat(score(ScoringStrategy.Type.MOST_ALLOCATED, cpu)).isEqualTo(100);
  }

  @Test
  void extendedResourceCountsOnlyWhereThePodAsksForIt() {
    cluster.with(machine().allocatable(GPU, "4").build());
    assertThat(score(ScoringStrategy.Type.MOST_ALLOCATED, CPU_AND_GPU)).isEqualTo(25);
    Pod asking = pod("p").request("cpu", "1").request(GPU, "4").build();
    // (25 * 1 + 100 * 3) / 4
    assertThat(score(args(ScoringStrategy.Type.MOST_ALLOCATED, CPU_AND_GPU), asking)).isEqualTo(81);
  }

  @Test
  void nodeWithoutAnyOfTheResourcesScoresZero() {
    cluster.with(node("n").allocatable("pods", "10").build());
    assertThat(score(ScoringStrategy.Type.LEAST_ALLOCATED, ResourceWeight.CPU_AND_MEMORY)).isZero();
  }

  @Test
  void resourceThatSchedulingDoesNotCountIsLeftOut() {
    cluster.with(machine().build());
    var resources = List.of(new ResourceWeight("cpu", 1), new ResourceWeight("pods", 9));
    assertThat(score(ScoringStrategy.Type.MOST_ALLOCATED, resources)).isEqualTo(25);
  }

  @Test
  void ratioFollowsTheShapeAndRounds() {
    cluster.with(machine().build());
    var args =
        new NodeResourcesFitArgs(
            List.of(),
            List.of(),
            new ScoringStrategy(
                ScoringStrategy.Type.REQUESTED_TO_CAPACITY_RATIO,
                List.of(new ResourceWeight("cpu", 1), new ResourceWeight("memory", 2)),
                List.of(new ShapePoint(0, 0), new ShapePoint(100, 10))));
    Pod asking = pod("p").request("cpu", "2").request("memory", "2Gi").build();
    // (50 * 1 + 25 * 2) / 3 = 33.3; with three quarters of the cpu: (75 + 50) / 3 = 41.7
    assertThat(score(args, asking)).isEqualTo(33);
    Pod more = pod("p").request("cpu", "3").request("memory", "2Gi").build();
    assertThat(score(args, more)).isEqualTo(42);
  }

  @Test
  void ratioLeavesOutResourcesThatScoreZero() {
    cluster.with(machine().build());
    var args =
        new NodeResourcesFitArgs(
            List.of(),
            List.of(),
            new ScoringStrategy(
                ScoringStrategy.Type.REQUESTED_TO_CAPACITY_RATIO,
                ResourceWeight.CPU_AND_MEMORY,
                List.of(new ShapePoint(30, 0), new ShapePoint(50, 8))));
    Pod asking = pod("p").request("cpu", "2").request("memory", "1Gi").build();
    assertThat(score(args, asking)).isEqualTo(80);
  }

  @Test
  void scoresContainersEvenWhereTheWholePodStatesAnAmount() {
    cluster.with(machine().build());
    var builder = pod("p").request("cpu", "1").request("memory", "2Gi");
    Pod whole = builder.build(stating(builder.spec(), "cpu", "4"));
    assertThat(
            score(
                args(ScoringStrategy.Type.MOST_ALLOCATED, List.of(new ResourceWeight("cpu", 1))),
                whole))
        .isEqualTo(25);
  }

  @Test
  void countsDefaultsForContainersThatStateNothing() {
    cluster.with(machine().build(), pod("old").on("n").build());
    // 2 * 100m of 4 cores is 5 %, 2 * 200Mi of 8Gi is 4 %
    assertThat(
            score(
                args(ScoringStrategy.Type.MOST_ALLOCATED, ResourceWeight.CPU_AND_MEMORY),
                pod("p").build()))
        .isEqualTo(4);
  }

  @Test
  void scoresTheSameWithoutItsPreScore() {
    cluster.with(machine().build(), plain());
    var plugin = new NodeResourcesFit(NodeResourcesFitArgs.DEFAULTS, cluster.context());
    CycleState state = cluster.context().newState();
    plugin.prepareScore(state, cluster.pod("p"), cluster.view());
    assertThat(plugin.score(state, cluster.pod("p"), cluster.node("n"))).isEqualTo(75);
  }

  @Test
  void countsDevicesWhereTheNodeDoesNotHaveTheResourceItself() {
    cluster.with(
        machine().build(),
        new DeviceClass(named("gpu", null), List.of(), GPU),
        slice("on-n", reach("n"), "0", "1", "2"),
        slice("elsewhere", reach("m"), "0", "1"),
        slice("unstated", Device.Reach.UNSTATED, "9"),
        allocated("claim", "on-n", "1", false),
        allocated("admin", "on-n", "2", true));
    // four devices in reach, one in use: (1 + 1) * 100 / 4
    assertThat(scoreGpu()).isEqualTo(50);
  }

  @Test
  void leavesOutDevicesOfAClassWithSelectors() {
    cluster.with(
        machine().build(),
        new DeviceClass(named("gpu", null), List.of(new DeviceSelector("true")), GPU),
        slice("on-n", reach("n"), "0", "1"));
    assertThat(scoreGpu()).isZero();
  }

  @Test
  void dependsOnTheClusterOnlyWhereScoredDevicesServe() {
    cluster.with(plain(), pod("q").request(GPU, "1").build());
    var byCpu = new NodeResourcesFit(NodeResourcesFitArgs.DEFAULTS, cluster.context());
    var byGpu =
        new NodeResourcesFit(
            args(ScoringStrategy.Type.MOST_ALLOCATED, CPU_AND_GPU), cluster.context());
    assertThat(byGpu.scoreDependence(cluster.pod("q"), cluster.view())).isEqualTo(Dependence.NODE);
    cluster.with(new DeviceClass(named("gpu", null), List.of(), GPU));
    assertThat(byGpu.scoreDependence(cluster.pod("q"), cluster.view()))
        .isEqualTo(Dependence.CLUSTER);
    assertThat(byGpu.scoreDependence(cluster.pod("p"), cluster.view())).isEqualTo(Dependence.NODE);
    assertThat(byCpu.scoreDependence(cluster.pod("q"), cluster.view())).isEqualTo(Dependence.NODE);
  }

  private static NodeBuilder machine() {
    return node("n").allocatable("cpu", "4").allocatable("memory", "8Gi");
  }

  private static Pod plain() {
    return pod("p").request("cpu", "1").request("memory", "2Gi").build();
  }

  private static Device.Reach reach(String node) {
    return new Device.Reach(node, null, false);
  }

  private static ResourceSlice slice(String name, Device.Reach reach, String... devices) {
    return new ResourceSlice(
        named(name, null),
        "driver",
        new ResourceSlice.Pool(name, 1, 1),
        reach,
        null,
        List.of(devices).stream().map(NodeResourcesFitScoreTest::device).toList(),
        List.of());
  }

  private static Device device(String name) {
    return new Device(
        name,
        Map.of(),
        Map.of(),
        List.of(),
        Device.Reach.UNSTATED,
        List.of(),
        false,
        List.of(),
        List.of(),
        false,
        Map.of());
  }

  private static ResourceClaim allocated(
      String name, String pool, String device, boolean adminAccess) {
    var result =
        new Allocation.Result(
            "request",
            "driver",
            pool,
            device,
            adminAccess,
            List.of(),
            List.of(),
            List.of(),
            null,
            ResourceList.EMPTY);
    return new ResourceClaim(
        named(name, null),
        List.of(),
        List.of(),
        new Allocation(List.of(result), null, null),
        List.of(),
        List.of());
  }

  private long scoreGpu() {
    return score(
        args(ScoringStrategy.Type.MOST_ALLOCATED, List.of(new ResourceWeight(GPU, 1))),
        pod("p").request(GPU, "1").build());
  }

  private static NodeResourcesFitArgs args(
      ScoringStrategy.Type type, List<ResourceWeight> resources) {
    return new NodeResourcesFitArgs(
        List.of(), List.of(), new ScoringStrategy(type, resources, List.of()));
  }

  private long score(ScoringStrategy.Type type, List<ResourceWeight> resources) {
    return score(args(type, resources), plain());
  }

  private long score(NodeResourcesFitArgs args, Pod pod) {
    cluster.with(pod);
    var plugin = new NodeResourcesFit(args, cluster.context());
    CycleState state = cluster.context().newState();
    plugin.preScore(state, cluster.pod("p"), cluster.view(), cluster.view().nodes());
    return plugin.score(state, cluster.pod("p"), cluster.node("n"));
  }
}
