package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.Task;
import io.merapi.batch.plugins.tasktopology.TaskTopology;
import io.merapi.batch.plugins.tasktopology.TaskTopologyArgs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Task-topology scores are random upstream where the bucket does not fit the node. */
class TaskTopologyScoresDoNotVaryTest {

  private static final int PODS = 12;

  @Test
  void aNodeIsWorthAsManyPodsAsItCanTakeInWhateverOrderTheyCome() {
    for (int seed = 0; seed < 50; seed++) {
      assertThat(score(new SplittableRandom(seed)))
          .as("pods of 1 to 12 CPUs, 30 idle: 1 to 7 fit, seed %d", seed)
          .isEqualTo(7.0 * 100 / PODS);
    }
  }

  /** The pods are created in another order for each seed. */
  private static double score(SplittableRandom random) {
    var world =
        new World(
            node("n1").allocatable("cpu", "30").allocatable("pods", "20").build(),
            podGroup("job").annotation("volcano.sh/task-topology-affinity", "worker").build());
    for (int cpu = 1; cpu <= PODS; cpu++) {
      world.with(
          World.pending("pod-%d".formatted(cpu), "job")
              .uid("%08x-%d".formatted(random.nextInt(), cpu))
              .annotation("volcano.sh/task-spec", "worker")
              .request("cpu", Integer.toString(cpu))
              .build());
    }
    SchedulingSession session = world.open();
    Task smallest =
        Objects.requireNonNull(session.job("default/job")).tasks().stream()
            .filter(task -> task.name().equals("pod-1"))
            .findFirst()
            .orElseThrow();
    return new TaskTopology(TaskTopologyArgs.DEFAULTS, session)
        .scoreNode(smallest, session.nodes().getFirst());
  }
}
