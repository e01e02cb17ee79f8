package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.fixes.Fix;
import io.merapi.batch.actions.allocate.Allocate;
import io.merapi.batch.actions.allocate.AllocateArgs;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A gang that waits for pods to leave holds its places for one session; in the next, others may
 * take them. With the fix each of its pods is nominated to its place, and so has the first claim.
 */
class PipelinedPlacesAreKeptTest {

  private final World world =
      new World(
              node("free").allocatable("cpu", "1").allocatable("pods", "10").build(),
              node("busy").allocatable("cpu", "1").allocatable("pods", "10").build(),
              podGroup("old").build(),
              World.running("leaves", "old", "busy").terminating().build(),
              podGroup("gang").minMember(2).phase(PodGroupPhase.INQUEUE).build(),
              World.pending("g-0", "gang").build(),
              World.pending("g-1", "gang").build())
          .tier(Gang::new);

  @Test
  void everyMemberIsNominatedToThePlaceThatItHolds() {
    assertThat(nominations()).as("as upstream has it").isEmpty();
    world.fixing(Fix.KEEP_NOMINATIONS);
    assertThat(nominations())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("pod g-0") && line.endsWith("nominated to free"))
        .anyMatch(line -> line.startsWith("pod g-1") && line.endsWith("nominated to busy"));
  }

  private List<String> nominations() {
    SchedulingSession session = world.open();
    new Allocate(AllocateArgs.DEFAULTS, true).execute(session);
    session.close();
    return world.effects().calls().stream().filter(call -> call.contains("nominated")).toList();
  }
}
