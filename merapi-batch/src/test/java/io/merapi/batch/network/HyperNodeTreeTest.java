package io.merapi.batch.network;

import static io.merapi.testkit.HyperNodeBuilder.hyperNode;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.meta.Labels;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.topology.HyperNode;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class HyperNodeTreeTest {

  private static final ClusterObject[] TWO_LEVELS = {
    leaf("s0", "n0|n1"), leaf("s1", "n2"), above("s2", 2, "s0", "s1")
  };

  @Test
  void withoutDomainsThereIsOnlyTheTop() {
    HyperNodes tree = tree();
    assertThat(tree.all()).singleElement().isEqualTo(tree.top());
    assertThat(tree.top().tier()).isEqualTo(1);
    assertThat(names(tree.top())).containsExactly("n0", "n1", "n2", "n3");
  }

  @Test
  void aDomainHoldsTheNodesOfItsMembers() {
    HyperNodes tree = tree(TWO_LEVELS);
    assertThat(tree.ready()).isTrue();
    assertThat(tree.tiers()).containsExactly(1, 2, 3);
    assertThat(names(named(tree, "s2"))).containsExactly("n0", "n1", "n2");
    assertThat(named(tree, "s0").parent()).isEqualTo("s2");
    assertThat(named(tree, "s2").parent()).isEqualTo(HyperNodes.TOP);
    assertThat(tree.top().children()).containsExactly("s2");
  }

  @Test
  void theLowestCommonDomainIsFoundByNames() {
    HyperNodes tree = tree(TWO_LEVELS);
    assertThat(tree.lowestCommon("s0", "s1")).isEqualTo("s2");
    assertThat(tree.lowestCommon("s0", "s2")).isEqualTo("s2");
    assertThat(tree.lowestCommon("", "s1")).isEqualTo("s1");
    assertThat(tree.lowestCommon("s0", "nowhere")).isEmpty();
  }

  @Test
  void nodesAreMembersByNameByPatternAndByLabel() {
    var labels = new LabelSelector(Labels.of(Map.of("rack", "a")), List.of());
    SchedulingSession session =
        new World(
                node("n0").build(),
                node("n1").build(),
                node("m2").label("rack", "a").build(),
                node("m3").build(),
                hyperNode("s0").nodes("n0", "gone").nodesLike("^n").nodesWith(labels).build())
            .open();
    assertThat(names(named(session.hyperNodes(), "s0"))).containsExactly("n0", "n1", "m2");
  }

  @Test
  void whatSelectsNothingOrCannotBeReadHasNoMembers() {
    HyperNodes tree =
        tree(
            hyperNode("unreadable").nodesLike("[").build(),
            hyperNode("unnamed").nodes("").build(),
            hyperNode("all").nodesWith(new LabelSelector(Labels.EMPTY, List.of())).build());
    assertThat(tree.ready()).isTrue();
    for (String name : List.of("unreadable", "unnamed", "all")) {
      assertThat(names(named(tree, name))).isEmpty();
    }
  }

  @Test
  void aDomainThatContainsItselfMakesTheTreeUnreadyAndStillHasItsNodes() {
    HyperNodes tree = tree(hyperNode("a").nodes("n0").hyperNodes("a").build());
    assertThat(tree.ready()).isFalse();
    assertThat(names(named(tree, "a"))).containsExactly("n0");
    assertThat(tree.lowestCommon("a", HyperNodes.TOP)).isEqualTo(HyperNodes.TOP);
  }

  @Test
  void ofTiersWithOneNameTheLowestCounts() {
    SchedulingSession session =
        open(
            hyperNode("s0").tier(3).tierName("rack").nodes("n0").build(),
            hyperNode("s1").tier(2).tierName("rack").nodes("n1").build(),
            podGroup("job")
                .networkTopology(new NetworkTopology(NetworkTopology.Mode.HARD, null, "rack"))
                .build(),
            World.pending("a", "job").build());
    assertThat(Objects.requireNonNull(session.job("default/job")).networkTopology())
        .isEqualTo(new NetworkTopology(NetworkTopology.Mode.HARD, 2, ""));
  }

  @Test
  void aDomainInItselfMakesTheTreeUnready() {
    assertThat(tree(above("a", 1, "b"), above("b", 2, "a")).ready()).isFalse();
  }

  @Test
  void aDomainWithTwoParentsMakesTheTreeUnready() {
    HyperNodes tree = tree(leaf("s0", "n0"), above("a", 2, "s0"), above("b", 2, "s0"));
    assertThat(tree.ready()).isFalse();
    assertThat(named(tree, "s0").parent()).isEqualTo("a");
  }

  @Test
  void aMemberThatDoesNotExistIsEmpty() {
    HyperNodes tree = tree(above("a", 1, "later"));
    assertThat(tree.ready()).isTrue();
    assertThat(named(tree, "later").tier()).isZero();
    assertThat(names(named(tree, "later"))).isEmpty();
  }

  @Test
  void softTopologyBecomesAHardOneOverTheWholeCluster() {
    SchedulingSession session =
        open(
            leaf("s0", "n0"),
            podGroup("job")
                .networkTopology(new NetworkTopology(NetworkTopology.Mode.SOFT, 1, ""))
                .build(),
            World.pending("a", "job").build());
    JobState job = Objects.requireNonNull(session.job("default/job"));
    assertThat(job.networkTopology())
        .isEqualTo(new NetworkTopology(NetworkTopology.Mode.HARD, 2, ""));
  }

  @Test
  void aJobLiesInTheSmallestDomainAroundItsTasks() {
    SchedulingSession session =
        open(
            leaf("s0", "n0|n1"),
            leaf("s1", "n2"),
            above("s2", 2, "s0", "s1"),
            podGroup("job")
                .networkTopology(new NetworkTopology(NetworkTopology.Mode.HARD, 2, ""))
                .build(),
            World.running("a", "job", "n1").build(),
            World.running("b", "job", "n2").build());
    assertThat(Objects.requireNonNull(session.job("default/job")).allocatedHyperNode())
        .isEqualTo("s2");
  }

  private static SchedulingSession open(ClusterObject... objects) {
    World world = new World();
    for (String name : List.of("n0", "n1", "n2", "n3")) {
      world.with(node(name).allocatable("cpu", "4").build());
    }
    return world.with(objects).open();
  }

  private static HyperNodes tree(ClusterObject... objects) {
    return open(objects).hyperNodes();
  }

  private static HyperNodeInfo named(HyperNodes tree, String name) {
    return Objects.requireNonNull(tree.named(name));
  }

  private static List<String> names(HyperNodeInfo info) {
    return info.nodes().stream().map(SessionNode::name).toList();
  }

  private static HyperNode leaf(String name, String pattern) {
    return hyperNode(name).nodesLike(pattern).build();
  }

  private static HyperNode above(String name, int tier, String... members) {
    return hyperNode(name).tier(tier).hyperNodes(members).build();
  }
}
