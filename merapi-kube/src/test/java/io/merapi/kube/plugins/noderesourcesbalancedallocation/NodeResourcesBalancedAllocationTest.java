package io.merapi.kube.plugins.noderesourcesbalancedallocation;

import static io.merapi.kube.plugins.noderesources.ResourceFixture.stating;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.Verdict;
import io.merapi.api.pod.Pod;
import io.merapi.kube.configuration.ResourceWeight;
import io.merapi.kube.plugins.noderesources.ResourceFixture;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeResourcesBalancedAllocationTest {

  private static final NodeResourcesBalancedAllocationArgs CPU_AND_MEMORY =
      NodeResourcesBalancedAllocationArgs.DEFAULTS;

  private final ResourceFixture cluster = new ResourceFixture();

  @Test
  void scoresInTheMiddleWhereThePodChangesNothing() {
    cluster.with(machine().build());
    assertThat(score(CPU_AND_MEMORY, asking("2", "4Gi"))).isEqualTo(75);
  }

  @Test
  void scoresHigherWhereThePodEvensOut() {
    cluster.with(machine().build(), pod("old").on("n").request("cpu", "2").build());
    // without: 50 % and 0 %, 75; with: 50 % and 50 %, 100; 50 + (50 + 100 - 75) / 2
    assertThat(score(CPU_AND_MEMORY, pod("p").request("memory", "4Gi"))).isEqualTo(87);
  }

  @Test
  void scoresLowerWhereThePodTilts() {
    cluster.with(machine().build());
    // without: 100; with: 100 % and 0 %, 50; 50 + (50 + 50 - 100) / 2
    assertThat(score(CPU_AND_MEMORY, pod("p").request("cpu", "4"))).isEqualTo(50);
  }

  @Test
  void takesAnOvercommittedResourceForFull() {
    cluster.with(machine().build(), pod("old").on("n").request("cpu", "8").build());
    // without: 100 % and 0 %, 50; with: 100 % and 100 %, 100
    assertThat(score(CPU_AND_MEMORY, pod("p").request("memory", "16Gi"))).isEqualTo(100);
  }

  @Test
  void usesTheStandardDeviationOfMoreThanTwoResources() {
    cluster.with(machine().allocatable("ephemeral-storage", "10Gi").build());
    var args =
        new NodeResourcesBalancedAllocationArgs(
            List.of(
                new ResourceWeight("cpu", 1),
                new ResourceWeight("memory", 1),
                new ResourceWeight("ephemeral-storage", 1)));
    // with: 100 %, 0 %, 0 %: deviation 0.471, 52; 50 + (50 + 52 - 100) / 2
    assertThat(score(args, pod("p").request("cpu", "4"))).isEqualTo(51);
  }

  @Test
  void oneResourceIsAlwaysEven() {
    cluster.with(node("n").allocatable("cpu", "4").build());
    assertThat(score(CPU_AND_MEMORY, asking("3", "1Gi"))).isEqualTo(75);
  }

  @Test
  void countsNothingForContainersThatStateNothing() {
    cluster.with(machine().build(), pod("old").on("n").build());
    assertThat(score(CPU_AND_MEMORY, asking("2", "4Gi"))).isEqualTo(75);
  }

  @Test
  void countsTheWholePodWhereItStatesAnAmount() {
    cluster.with(machine().build());
    var builder = pod("p");
    Pod whole = builder.build(stating(builder.spec(), "cpu", "4"));
    assertThat(score(CPU_AND_MEMORY, whole)).isEqualTo(50);
  }

  @Test
  void hasNoPartInPodsThatAskForNothing() {
    cluster.with(machine().build(), pod("p").request("example.com/gpu", "1").build());
    var plugin = new NodeResourcesBalancedAllocation(CPU_AND_MEMORY, cluster.context());
    CycleState state = cluster.context().newState();
    assertThat(plugin.preScore(state, cluster.pod("p"), cluster.view(), cluster.view().nodes()))
        .isEqualTo(Verdict.skip());
  }

  @Test
  void withoutItsPreScoreScoresTheSameAndPodsThatAskForNothingZero() {
    cluster.with(machine().build(), asking("2", "4Gi").build(), pod("q").build());
    var plugin = new NodeResourcesBalancedAllocation(CPU_AND_MEMORY, cluster.context());
    assertThat(scoreUnprepared(plugin, "p")).isEqualTo(75);
    assertThat(scoreUnprepared(plugin, "q")).isZero();
  }

  private long scoreUnprepared(NodeResourcesBalancedAllocation plugin, String pod) {
    CycleState state = cluster.context().newState();
    plugin.prepareScore(state, cluster.pod(pod), cluster.view());
    return plugin.score(state, cluster.pod(pod), cluster.node("n"));
  }

  @Test
  void dependsOnTheNodeAlone() {
    cluster.with(asking("1", "1Gi").build());
    var plugin = new NodeResourcesBalancedAllocation(CPU_AND_MEMORY, cluster.context());
    assertThat(plugin.scoreDependence(cluster.pod("p"), cluster.view())).isEqualTo(Dependence.NODE);
  }

  private static NodeBuilder machine() {
    return node("n").allocatable("cpu", "4").allocatable("memory", "8Gi");
  }

  private static PodBuilder asking(String cpu, String memory) {
    return pod("p").request("cpu", cpu).request("memory", memory);
  }

  private long score(NodeResourcesBalancedAllocationArgs args, PodBuilder pod) {
    return score(args, pod.build());
  }

  private long score(NodeResourcesBalancedAllocationArgs args, Pod pod) {
    cluster.with(pod);
    var plugin = new NodeResourcesBalancedAllocation(args, cluster.context());
    CycleState state = cluster.context().newState();
    assertThat(
            plugin
                .preScore(state, cluster.pod("p"), cluster.view(), cluster.view().nodes())
                .isSuccess())
        .isTrue();
    return plugin.score(state, cluster.pod("p"), cluster.node("n"));
  }
}
