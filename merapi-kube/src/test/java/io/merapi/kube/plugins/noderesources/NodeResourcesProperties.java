package io.merapi.kube.plugins.noderesources;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.framework.ClusterView;
import io.merapi.api.framework.CycleState;
import io.merapi.api.framework.Verdict;
import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.PodInfo;
import io.merapi.api.pod.PodRequests;
import io.merapi.api.resource.ResourceAmounts;
import io.merapi.kube.configuration.ResourceWeight;
import io.merapi.kube.configuration.ShapePoint;
import io.merapi.kube.plugins.noderesourcesbalancedallocation.NodeResourcesBalancedAllocation;
import io.merapi.kube.plugins.noderesourcesbalancedallocation.NodeResourcesBalancedAllocationArgs;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFit;
import io.merapi.kube.plugins.noderesourcesfit.NodeResourcesFitArgs;
import io.merapi.kube.plugins.noderesourcesfit.ScoringStrategy;
import io.merapi.testkit.RandomCluster;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds for both plugins on any cluster. */
class NodeResourcesProperties {

  private static final List<ResourceWeight> RESOURCES =
      List.of(
          new ResourceWeight("cpu", 1),
          new ResourceWeight("memory", 1),
          new ResourceWeight("example.com/gpu", 1));

  @Test
  void podFitsExactlyWhereTheSumOfAllPodsFits() {
    var verdicts = new ArrayList<Boolean>();
    forEachPodAndNode((cluster, pod, node) -> {
      boolean fits = filter(cluster, pod, node).isSuccess();
      assertThat(fits).isEqualTo(sumFits(pod, node));
      verdicts.add(fits);
    });
    assertThat(verdicts).contains(true, false);
  }

  @Test
  void placingThePodAndTakingItAwayAgainChangesNoVerdict() {
    forEachPodAndNode((cluster, pod, node) -> {
      NodeInfo there = node.with(pod.onNode(node.name()), node.version() + 1);
      NodeInfo back = there.without(pod.key(), node.version() + 2);
      assertThat(filter(cluster, pod, back)).isEqualTo(filter(cluster, pod, node));
    });
  }

  @Test
  void scoresStayInTheirRange() {
    forEachPodAndNode((cluster, pod, node) -> {
      for (ScoringStrategy.Type type : ScoringStrategy.Type.values()) {
        var strategy =
            new ScoringStrategy(
                type, RESOURCES, List.of(new ShapePoint(0, 10), new ShapePoint(100, 0)));
        var fit =
            new NodeResourcesFit(
                new NodeResourcesFitArgs(List.of(), List.of(), strategy), cluster.context());
        CycleState state = cluster.context().newState();
        fit.preScore(state, pod, cluster.view(), List.of(node));
        assertThat(fit.score(state, pod, node)).isBetween(0L, 100L);
      }
      var balanced =
          new NodeResourcesBalancedAllocation(
              new NodeResourcesBalancedAllocationArgs(RESOURCES), cluster.context());
      CycleState state = cluster.context().newState();
      if (balanced.preScore(state, pod, cluster.view(), List.of(node)).isSuccess()) {
        assertThat(balanced.score(state, pod, node)).isBetween(50L, 100L);
      }
    });
  }

  private static Verdict filter(ResourceFixture cluster, PodInfo pod, NodeInfo node) {
    var fit = new NodeResourcesFit(NodeResourcesFitArgs.DEFAULTS, cluster.context());
    CycleState state = cluster.context().newState();
    fit.preFilter(state, pod, cluster.view());
    return fit.filter(state, pod, node);
  }

  /** Straight from the definition: with the pod, no resource that it asks for is exceeded. */
  private static boolean sumFits(PodInfo pod, NodeInfo node) {
    ResourceAmounts wanted =
        ResourceAmounts.of(
            PodRequests.list(pod.pod(), PodRequests.Rules.DEFAULT.asSpecified()),
            node.allocatable().dictionary());
    ResourceAmounts sum = wanted;
    for (PodInfo there : node.pods()) {
      sum = sum.plus(there.requests().requests());
    }
    boolean fits = node.pods().size() < node.allocatable().pods();
    for (int id = 0; id < wanted.dictionary().size(); id++) {
      fits &= wanted.get(id) == 0 || sum.get(id) <= node.allocatable().get(id);
    }
    return fits;
  }

  private static void forEachPodAndNode(Check check) {
    for (int seed = 0; seed < 20; seed++) {
      var cluster = new ResourceFixture();
      var random = new RandomCluster(seed, 4, 40);
      for (ObjectEvent event : random.events(150)) {
        switch (event) {
          case ObjectEvent.Applied(var object) -> cluster.with(object);
          case ObjectEvent.Deleted(var object) -> cluster.without(object);
        }
      }
      ClusterView view = cluster.view();
      for (PodInfo pod : cluster.pendingPods()) {
        for (NodeInfo node : view.nodes()) {
          check.accept(cluster, pod, node);
        }
      }
    }
  }

  private interface Check {
    void accept(ResourceFixture cluster, PodInfo pod, NodeInfo node);
  }
}
