package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A group whose pods were on their way out fell back to Inqueue and held its quota again. */
class TerminatingPodsKeepTheGroupRunningTest {

  private final World world =
      new World(
              node("n1").allocatable("cpu", "4").allocatable("pods", "10").build(),
              podGroup("job").minMember(2).phase(PodGroupPhase.RUNNING).build(),
              World.running("stays", "job", "n1").build())
          .tier(Gang::new);

  @Test
  void aPodThatIsLeavingItsNodeCounts() {
    world.with(World.running("leaves", "job", "n1").terminating().build());
    assertThat(phase()).isEqualTo(PodGroupPhase.RUNNING);
  }

  @Test
  void aPodThatNeverHadANodeDoesNot() {
    world.with(World.pending("leaves", "job").terminating().build());
    assertThat(phase()).isNotEqualTo(PodGroupPhase.RUNNING);
  }

  private PodGroupPhase phase() {
    SchedulingSession session = world.open();
    session.close();
    return Objects.requireNonNull(session.job("default/job")).phase();
  }
}
