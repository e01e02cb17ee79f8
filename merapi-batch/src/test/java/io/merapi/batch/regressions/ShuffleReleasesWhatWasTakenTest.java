package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.Victims;
import io.merapi.batch.actions.shuffle.Shuffle;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Upstream panics when victims of {@code shuffle} are tasks that a plugin took from their nodes:
 * their status changes before what they hold is released.
 */
class ShuffleReleasesWhatWasTakenTest {

  @Test
  void victimsTakenFromTheirNodesAreReleasedOnceAndNothingElseIs() {
    SchedulingSession session =
        new World(
                node("n1").allocatable("cpu", "4").allocatable("pods", "10").build(),
                podGroup("job").build(),
                World.running("a", "job", "n1").build(),
                World.running("b", "job", "n1").request("cpu", "2").build())
            .tier(FromNodes::new)
            .open();
    NodeState node = session.nodes().getFirst();
    double idle = node.idle().cpuMillis();
    double used = node.used().cpuMillis();
    new Shuffle().execute(session);
    assertThat(node.tasks()).extracting(Task::status).containsOnly(TaskStatus.RELEASING);
    assertThat(node.releasing().cpuMillis()).isEqualTo(used);
    assertThat(node.idle().cpuMillis()).isEqualTo(idle);
    assertThat(node.futureIdle().cpuMillis()).isEqualTo(4000);
    new Shuffle().execute(session);
    assertThat(node.releasing().cpuMillis()).as("no task is running any more").isEqualTo(used);
  }

  /** Picks whatever runs on the nodes of a session. */
  private static final class FromNodes implements Victims {

    private final Session session;

    FromNodes(Session session) {
      this.session = session;
    }

    @Override
    public String name() {
      return "from nodes";
    }

    @Override
    public Collection<? extends Task> victims(List<? extends Task> running) {
      return session.nodes().stream()
          .flatMap(node -> node.tasks().stream())
          .filter(running::contains)
          .toList();
    }
  }
}
