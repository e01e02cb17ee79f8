package io.merapi.batch.plugins.capacity;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.feature.FeatureGate;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import org.junit.jupiter.api.Test;

class GatedTasksTest {

  /** A queue for four cpus with one job of tasks of two each. */
  private static QueueWorld world(PodBuilder... pods) {
    QueueWorld world =
        QueueWorld.flat(
            node("n1").allocatable("cpu", "10").build(),
            queue("mine").capability("cpu", "4").build(),
            podGroup("job").queue("mine").phase(PodGroupPhase.INQUEUE).build());
    for (PodBuilder pod : pods) {
      world.with(pod.build());
    }
    return world;
  }

  private static PodBuilder task(String name) {
    return World.pending(name, "job").request("cpu", "2");
  }

  private static PodBuilder asking(String name) {
    return task(name).annotation(VolcanoKeys.QUEUE_ALLOCATION_GATE, "true");
  }

  private static PodBuilder gated(String name) {
    return asking(name).schedulingGate(VolcanoKeys.QUEUE_ALLOCATION_GATE);
  }

  private static boolean allocatable(QueueWorld world, String task) {
    return world.plugin().allocatable(world.queue("mine"), world.task(task));
  }

  @Test
  void aTaskThatWasLetThroughKeepsItsRoomAmongOthers() {
    QueueWorld world =
        world(task("a"), asking("let-through"), asking("too"))
            .enabling(FeatureGate.SCHEDULING_GATES_QUEUE_ADMISSION);
    assertThat(allocatable(world, "a")).isFalse();
    assertThat(allocatable(world, "let-through")).as("its own room does not count").isTrue();
  }

  @Test
  void aGatedTaskKeepsRoomFromWhenItsQueueHasSome() {
    QueueWorld world =
        world(task("a"), gated("b"), gated("c"), gated("d"))
            .enabling(FeatureGate.SCHEDULING_GATES_QUEUE_ADMISSION);
    assertThat(allocatable(world, "a")).isTrue();
    assertThat(allocatable(world, "b")).isTrue();
    assertThat(allocatable(world, "c")).isTrue();
    assertThat(allocatable(world, "d")).isFalse();
    assertThat(allocatable(world, "a")).isFalse();
  }

  @Test
  void aTaskWithANodeNeedsNoRoomKeptUntilItLosesIt() {
    QueueWorld world =
        world(task("a"), asking("b")).enabling(FeatureGate.SCHEDULING_GATES_QUEUE_ADMISSION);
    var statement = world.session().statement();
    statement.allocate(world.task("b"), world.session().nodes().getFirst());
    assertThat(allocatable(world, "a")).as("counted once, as allocated").isTrue();
    statement.discard();
    assertThat(allocatable(world, "a")).as("counted once, as kept").isTrue();
    statement = world.session().statement();
    statement.allocate(world.task("a"), world.session().nodes().getFirst());
    assertThat(allocatable(world, "b")).isTrue();
  }

  @Test
  void nothingIsKeptWhileTheFeatureIsOff() {
    QueueWorld world = world(task("a"), asking("b"), asking("c"));
    assertThat(allocatable(world, "a")).isTrue();
  }
}
