package io.merapi.batch.session;

import static io.merapi.testkit.NodeBuilder.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.NodeShard;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.NodeSharding.Mode;
import io.merapi.testkit.PodGroupBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnShardTest {

  private final World world =
      new World(
          node("a").build(),
          node("b").build(),
          node("c").build(),
          PodGroupBuilder.podGroup("g").build(),
          World.pending("p", "g").build(),
          shard("volcano", List.of("a", "b"), List.of()),
          shard("other", List.of("c"), List.of("b")));

  @Test
  void withoutShardingEveryNodeIsLikeTheOthers() {
    SchedulingSession session = open(Mode.NONE, "volcano");

    assertThat(found(session)).containsExactly("a", "b", "c");
    assertThat(inTurn(session)).containsExactly(List.of("a", "b", "c"));
  }

  @Test
  void hardShardingRefusesNodesThatAreNotOurs() {
    SchedulingSession session = open(Mode.HARD, "volcano");

    // Node b is to be ours, but the other scheduler has not let go of it yet.
    assertThat(found(session)).containsExactly("a");
    assertThat(search(session).errors().nodes().get("c"))
        .isEqualTo(Fit.error("node isn't in scheduler node shard"));
  }

  @Test
  void softShardingTriesNodesOfOthersLast() {
    SchedulingSession session = open(Mode.SOFT, "volcano");

    assertThat(found(session)).containsExactly("a", "b", "c");
    assertThat(inTurn(session)).containsExactly(List.of("a"), List.of("b", "c"));
  }

  @Test
  void aSchedulerWithoutAShardHasNoNodes() {
    assertThat(found(open(Mode.HARD, "nobody"))).isEmpty();
  }

  private SchedulingSession open(Mode mode, String name) {
    return world.options(SessionOptions.DEFAULTS.withSharding(new NodeSharding(mode, name))).open();
  }

  private static NodeSearch.Found<NodeState> search(SchedulingSession session) {
    Task task = session.jobs().iterator().next().tasks().iterator().next();
    return session.search(false).find(task, session.nodes(), (_, _) -> Fit.fits());
  }

  private static List<String> found(SchedulingSession session) {
    return search(session).nodes().stream().map(NodeState::name).toList();
  }

  private static List<List<String>> inTurn(SchedulingSession session) {
    return session.shard().inTurn(session.nodes()).stream()
        .map(nodes -> nodes.stream().map(NodeState::name).toList())
        .toList();
  }

  private static NodeShard shard(String name, List<String> desired, List<String> inUse) {
    return new NodeShard(ObjectMeta.named("", name), desired, inUse);
  }
}
