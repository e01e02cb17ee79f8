package io.merapi.batch.plugins.usage;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.placement.IncrementalTaskPlacement;
import io.merapi.batch.placement.Placement;
import io.merapi.batch.placement.ReferenceTaskPlacement;
import io.merapi.batch.placement.TaskPlacement;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is remembered of nodes is what would be found by asking again, whatever has moved. */
class UsageProperties {

  private static final int CLUSTERS = 200;
  private static final int STEPS = 40;

  @Test
  void placementThatRemembersIsPlacementByDefinition() {
    int placed = 0;
    for (int seed = 0; seed < CLUSTERS; seed++) {
      placed += run(new Random(seed), "seed " + seed);
    }
    assertThat(placed).isGreaterThan(CLUSTERS);
  }

  private static int run(Random random, String where) {
    SchedulingSession session =
        cluster(random).tier(opened -> new Usage(UsageArgs.DEFAULTS, opened)).open();
    TaskPlacement.Search byDefinition =
        new ReferenceTaskPlacement(session, false).within(session.hyperNodes().top());
    TaskPlacement.Search byMemory =
        new IncrementalTaskPlacement(session, false).within(session.hyperNodes().top());
    List<TaskState> tasks = new ArrayList<>();
    session.jobs().forEach(job -> tasks.addAll(job.tasks()));
    Statement statement = session.statement();
    int placed = 0;
    for (int step = 0; step < STEPS; step++) {
      TaskState task = tasks.get(random.nextInt(tasks.size()));
      if (random.nextInt(8) == 0) {
        statement.discard();
        statement = session.statement();
      } else if (task.status() == TaskStatus.RUNNING) {
        statement.evict(task, "test");
      } else if (task.status() == TaskStatus.PENDING) {
        Placement expected = byDefinition.place(task);
        assertThat(chosen(byMemory.place(task))).as(where).isEqualTo(chosen(expected));
        if (expected instanceof Placement.OnNode(var node)) {
          placed++;
          if (node.fitsIdle(task)) {
            statement.allocate(task, node);
          } else {
            statement.pipeline(task, node, false);
          }
        }
      }
    }
    return placed;
  }

  private static String chosen(Placement placement) {
    return placement instanceof Placement.OnNode(var node) ? node.name() : "none";
  }

  private static World cluster(Random random) {
    var world = new World(podGroup("g").minMember(1).build());
    int nodes = 2 + random.nextInt(6);
    for (int i = 0; i < nodes; i++) {
      world.with(
          node("n" + i)
              .allocatable("cpu", Integer.toString(4 + random.nextInt(8)))
              .allocatable("memory", "16Gi")
              .allocatable("pods", "20")
              .build());
      if (random.nextInt(4) > 0) {
        world.load(
            "n" + i,
            random.nextInt(100),
            random.nextInt(100),
            Duration.ofSeconds(random.nextInt(400)));
      }
    }
    for (int i = 0; i < 10; i++) {
      String on = "n" + random.nextInt(nodes);
      world.with(
          (random.nextBoolean() ? World.pending("p" + i, "g") : World.running("p" + i, "g", on))
              .request("memory", (1 + random.nextInt(3)) + "Gi")
              .limit("cpu", Integer.toString(1 + random.nextInt(3)))
              .started(World.NOW.minusSeconds(random.nextInt(60)))
              .build());
    }
    return world;
  }
}
