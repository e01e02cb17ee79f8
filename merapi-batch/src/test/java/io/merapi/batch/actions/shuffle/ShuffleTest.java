package io.merapi.batch.actions.shuffle;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Victims;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ShuffleTest {

  private final Mover mover = new Mover();
  private final World world =
      new World(node("n1").allocatable("cpu", "4").allocatable("pods", "10").build())
          .with(podGroup("job").build())
          .with(
              World.running("stays", "job", "n1").build(),
              World.running("goes", "job", "n1").build(),
              World.running("leaves", "job", "n1").terminating().build(),
              World.pending("waits", "job").build())
          .tier(_ -> mover);

  @Test
  void runningTasksThatPluginsPickAreEvicted() {
    SchedulingSession session = run();
    assertThat(mover.asked).containsExactly("goes", "stays");
    assertThat(world.effects().calls()).containsExactly("evict goes: shuffle");
    assertThat(Objects.requireNonNull(session.node("n1")).releasing().cpuMillis())
        .as("besides what was being deleted before")
        .isEqualTo(2000);
  }

  @Test
  void aTaskThatTheClusterDoesNotEvictStays() {
    world.effects().refuse("goes");
    SchedulingSession session = run();
    assertThat(world.effects().calls()).isEmpty();
    assertThat(Objects.requireNonNull(session.node("n1")).releasing().cpuMillis()).isEqualTo(1000);
  }

  private SchedulingSession run() {
    SchedulingSession session = world.open();
    new Shuffle().execute(session);
    return session;
  }

  /** Wants one task, by name, to go. */
  private static final class Mover implements Victims {

    private final List<String> asked = new ArrayList<>();

    @Override
    public String name() {
      return "mover";
    }

    @Override
    public Collection<? extends Task> victims(List<? extends Task> running) {
      running.forEach(task -> asked.add(task.name()));
      return running.stream().filter(task -> task.name().equals("goes")).toList();
    }
  }
}
