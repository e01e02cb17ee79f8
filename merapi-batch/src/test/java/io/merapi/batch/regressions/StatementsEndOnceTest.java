package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.TaskStatus;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Statements that were ended twice bound twice, and moves that were made again stayed in part. */
class StatementsEndOnceTest {

  private final World world =
      new World(
          node("n1").allocatable("cpu", "4").allocatable("pods", "10").build(),
          podGroup("job").build(),
          World.pending("a", "job").build(),
          World.pending("b", "job").build());
  private final SchedulingSession session = world.open();
  private final JobState job = Objects.requireNonNull(session.job("default/job"));
  private final Statement statement = session.statement();

  @Test
  void aSecondCommitBindsNothing() {
    statement.allocate(job.tasks().getFirst(), session.nodes().getFirst());
    statement.commit();
    statement.commit();
    assertThat(world.effects().calls()).containsExactly("bind a to n1 {}");
  }

  @Test
  void aDiscardAfterACommitTakesNothingBack() {
    statement.allocate(job.tasks().getFirst(), session.nodes().getFirst());
    statement.commit();
    statement.discard();
    assertThat(job.tasks().getFirst().status()).isEqualTo(TaskStatus.BINDING);
    assertThat(session.nodes().getFirst().used().cpuMillis()).isEqualTo(1000);
  }

  @Test
  void aSecondDiscardGivesNothingBackTwice() {
    statement.allocate(job.tasks().getFirst(), session.nodes().getFirst());
    statement.discard();
    statement.discard();
    assertThat(session.nodes().getFirst().idle().cpuMillis()).isEqualTo(4000);
  }

  @Test
  void movesThatCannotAllBeMadeAgainAreNotMadeInPart() {
    job.tasks().forEach(task -> statement.allocate(task, session.nodes().getFirst()));
    Statement.Saved both = Statement.save(List.of(statement));
    statement.discard();
    Statement other = session.statement();
    other.allocate(job.tasks().getLast(), session.nodes().getFirst());
    Statement again = session.statement();
    assertThat(again.recover(both).isSuccess()).isFalse();
    assertThat(job.tasks().getFirst().status()).isEqualTo(TaskStatus.PENDING);
    assertThat(session.nodes().getFirst().used().cpuMillis()).isEqualTo(1000);
  }
}
