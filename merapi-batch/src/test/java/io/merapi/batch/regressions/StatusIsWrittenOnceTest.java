package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroup;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Several writers of one status got in each other's way, and conflicts cost the API server. */
class StatusIsWrittenOnceTest {

  private final World world =
      new World(
          node("n1").allocatable("cpu", "4").allocatable("pods", "10").build(),
          podGroup("runs").minMember(1).build(),
          World.running("a", "runs", "n1").build());

  @Test
  void aGroupThatHasChangedIsWrittenOnce() {
    world.open().close();

    assertThat(written("group runs")).hasSize(1);
    assertThat(written("queue default")).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void aGroupThatHasNotChangedIsNotWrittenAgain() {
    world.open().close();
    PodGroup.Status written = Objects.requireNonNull(world.effects().groups().get("runs"));
    world.with(podGroup("runs").minMember(1).build().withStatus(written));
    int before = written("group runs").size();
    world.open().close();

    assertThat(written("group runs")).hasSize(before);
  }

  private List<String> written(String start) {
    return world.effects().calls().stream().filter(call -> call.startsWith(start)).toList();
  }
}
