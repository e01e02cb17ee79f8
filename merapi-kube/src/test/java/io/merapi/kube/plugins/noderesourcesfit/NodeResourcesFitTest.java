package io.merapi.kube.plugins.noderesourcesfit;

import static io.merapi.kube.plugins.noderesources.ResourceFixture.named;
import static io.merapi.kube.plugins.noderesources.ResourceFixture.stating;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.device.DeviceClass;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.feature.FeatureGates;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.Pod;
import io.merapi.kube.plugins.noderesources.ResourceFixture;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeResourcesFitTest {

  private static final String GPU = "example.com/gpu";

  private final ResourceFixture cluster = new ResourceFixture();

  @Test
  void acceptsWhatFitsExactly() {
    cluster.with(machine().build(), pod("old").on("n").request("cpu", "1500m").build());
    assertThat(filter(asking("cpu", "500m"))).isEqualTo(Verdict.success());
  }

  @Test
  void saysWhatIsMissingAndByHowMuch() {
    cluster.with(machine().build(), pod("old").on("n").request("cpu", "1500m").build());
    Verdict verdict = filter(asking("cpu", "501m"));
    assertThat(verdict.code()).isEqualTo("Unschedulable");
    assertThat(verdict.texts()).containsExactly("Insufficient cpu");
    assertThat(((Verdict.Rejected) verdict).reasons().getFirst())
        .satisfies(reason -> {
          assertThat(reason.code()).isEqualTo("InsufficientResource");
          assertThat(reason.detail())
              .isEqualTo("cpu: wants 501m, has 500m free of 2000m, lacks 1m");
        });
  }

  @Test
  void tellsEverythingThatIsMissing() {
    cluster.with(
        machine().allocatable("pods", "1").build(),
        pod("old").on("n").request("cpu", "2").request("memory", "4Gi").build());
    var asking = pod("p").request("cpu", "1").request("memory", "1Gi").request(GPU, "1");
    assertThat(filter(asking).texts())
        .containsExactly(
            "Too many pods", "Insufficient cpu", "Insufficient memory", "Insufficient " + GPU);
  }

  @Test
  void evictionCannotHelpWhereTheEmptyNodeIsTooSmall() {
    cluster.with(machine().build(), pod("old").on("n").request("memory", "4Gi").build());
    var asking = pod("p").request("cpu", "3").request("memory", "1Gi");
    assertThat(filter(asking).code()).isEqualTo("UnschedulableAndUnresolvable");
  }

  @Test
  void evictionHelpsWhereOnlyPlacesForPodsAreMissing() {
    cluster.with(machine().allocatable("pods", "1").build(), pod("old").on("n").build());
    Verdict verdict = filter(pod("p"));
    assertThat(verdict.code()).isEqualTo("Unschedulable");
    assertThat(((Verdict.Rejected) verdict).reasons().getFirst().detail())
        .isEqualTo("has 1 pods and takes 1");
  }

  @Test
  void podThatAsksForNothingFitsAnOvercommittedNode() {
    cluster.with(machine().build(), pod("old").on("n").request("cpu", "9").build());
    assertThat(filter(pod("p").request("cpu", "0").request(GPU, "0"))).isEqualTo(Verdict.success());
  }

  @Test
  void looksAtTheNodeHandedInAndNotAtTheCluster() {
    cluster.with(machine().build(), pod("old").on("n").request("cpu", "2").build());
    cluster.with(asking("cpu", "1").build());
    var plugin = plugin(NodeResourcesFitArgs.DEFAULTS);
    CycleState state = cluster.context().newState();
    plugin.preFilter(state, cluster.pod("p"), cluster.view());
    var emptied = cluster.node("n").without("default/old", 99);
    assertThat(plugin.filter(state, cluster.pod("p"), cluster.node("n")).isSuccess()).isFalse();
    assertThat(plugin.filter(state, cluster.pod("p"), emptied).isSuccess()).isTrue();
  }

  @Test
  void countsTheWholePodWhereItStatesAnAmount() {
    cluster.with(machine().build());
    var builder = asking("cpu", "1");
    assertThat(filter(builder.build(stating(builder.spec(), "cpu", "3"))).texts())
        .containsExactly("Insufficient cpu");
  }

  @Test
  void passesOverIgnoredResourcesAndGroups() {
    cluster.with(machine().build());
    var args =
        new NodeResourcesFitArgs(
            List.of(GPU, "cpu"), List.of("example.org"), ScoringStrategy.DEFAULTS);
    var asking = pod("p").request(GPU, "1").request("example.org/fpga", "1");
    assertThat(filter(args, asking.build())).isEqualTo(Verdict.success());
    assertThat(filter(args, asking.request("example.net/nic", "1").build()).texts())
        .containsExactly("Insufficient example.net/nic");
  }

  @Test
  void doesNotIgnoreNativeResources() {
    cluster.with(machine().build());
    var args =
        new NodeResourcesFitArgs(
            List.of("cpu", "hugepages-2Mi"), List.of(), ScoringStrategy.DEFAULTS);
    var asking = pod("p").request("cpu", "3").request("hugepages-2Mi", "2Mi");
    assertThat(filter(args, asking.build()).texts())
        .containsExactly("Insufficient cpu", "Insufficient hugepages-2Mi");
  }

  @Test
  void leavesToDevicesWhatTheNodeDoesNotHaveAndAClassServes() {
    cluster.with(machine().build(), new DeviceClass(named("gpu", null), List.of(), GPU));
    assertThat(filter(asking(GPU, "1"))).isEqualTo(Verdict.success());
  }

  @Test
  void countsAResourceThatTheNodeHasAlthoughAClassServesIt() {
    cluster.with(
        machine().allocatable(GPU, "1").build(),
        new DeviceClass(named("gpu", null), List.of(), GPU));
    assertThat(filter(asking(GPU, "2")).texts()).containsExactly("Insufficient " + GPU);
  }

  @Test
  void asksTheNodeAloneWhereTheGateForDevicesIsOff() {
    var gated =
        new ResourceFixture(FeatureGates.DEFAULTS.with(FeatureGate.DRA_EXTENDED_RESOURCE, false));
    gated.with(
        machine().build(),
        new DeviceClass(named("gpu", null), List.of(), GPU),
        asking(GPU, "1").build());
    var plugin = new NodeResourcesFit(NodeResourcesFitArgs.DEFAULTS, gated.context());
    CycleState state = gated.context().newState();
    plugin.preFilter(state, gated.pod("p"), gated.view());
    assertThat(plugin.filter(state, gated.pod("p"), gated.node("n")).texts())
        .containsExactly("Insufficient " + GPU);
    assertThat(plugin.filterDependence(gated.pod("p"), gated.view())).isEqualTo(Dependence.NODE);
  }

  @Test
  void failsInUpstreamsWordsWithoutItsPreFilter() {
    cluster.with(machine().build(), pod("p").build());
    var plugin = plugin(NodeResourcesFitArgs.DEFAULTS);
    Verdict verdict =
        plugin.filter(cluster.context().newState(), cluster.pod("p"), cluster.node("n"));
    assertThat(verdict)
        .isEqualTo(
            Verdict.error(
                "error reading \"PreFilterNodeResourcesFit\" from cycleState: not found"));
  }

  @Test
  void dependsOnTheClusterOnlyWhereAClassOfDevicesServes() {
    cluster.with(asking("cpu", "1").build(), pod("q").request(GPU, "1").build());
    var plugin = plugin(NodeResourcesFitArgs.DEFAULTS);
    assertThat(plugin.filterDependence(cluster.pod("q"), cluster.view()))
        .isEqualTo(Dependence.NODE);
    cluster.with(new DeviceClass(named("gpu", null), List.of(), GPU));
    assertThat(plugin.filterDependence(cluster.pod("q"), cluster.view()))
        .isEqualTo(Dependence.CLUSTER);
    assertThat(plugin.filterDependence(cluster.pod("p"), cluster.view()))
        .isEqualTo(Dependence.NODE);
  }

  private static NodeBuilder machine() {
    return node("n")
        .allocatable("cpu", "2")
        .allocatable("memory", "4Gi")
        .allocatable("pods", "110");
  }

  private static PodBuilder asking(String resource, String quantity) {
    return pod("p").request(resource, quantity);
  }

  private NodeResourcesFit plugin(NodeResourcesFitArgs args) {
    return new NodeResourcesFit(args, cluster.context());
  }

  private Verdict filter(PodBuilder asking) {
    return filter(asking.build());
  }

  private Verdict filter(Pod pod) {
    return filter(NodeResourcesFitArgs.DEFAULTS, pod);
  }

  private Verdict filter(NodeResourcesFitArgs args, Pod pod) {
    cluster.with(pod);
    NodeResourcesFit plugin = plugin(args);
    CycleState state = cluster.context().newState();
    assertThat(plugin.preFilter(state, cluster.pod("p"), cluster.view()).verdict().isSuccess())
        .isTrue();
    return plugin.filter(state, cluster.pod("p"), cluster.node("n"));
  }
}
