package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.fixes.Fix;
import io.merapi.api.pod.Pod;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Allocatable;
import io.merapi.api.session.extension.Overused;
import io.merapi.batch.actions.allocate.Allocate;
import io.merapi.batch.actions.allocate.AllocateArgs;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Messages that named one short resource of several, no amounts, or no cause at all. */
class MessagesNameTheCauseTest {

  private final World world =
      new World(
              node("n1").allocatable("cpu", "1500m").allocatable("memory", "4Gi").build(),
              node("n2").allocatable("cpu", "3").allocatable("memory", "1Gi").build(),
              podGroup("job").phase(PodGroupPhase.INQUEUE).build())
          .tier(Gang::new);

  @Test
  void everyShortResourceIsNamedWithItsAmounts() {
    world.with(worker("a"));
    assertThat(fitError())
        .as("as upstream has it")
        .endsWith("0/2 nodes are unavailable: 1 Insufficient cpu, 1 Insufficient memory.");
    world.fixing(Fix.REASONS_CARRY_THEIR_CAUSE);
    assertThat(fitError())
        .endsWith(
            "0/2 nodes are unavailable: 1 Insufficient cpu, 2 Insufficient memory, 2 Insufficient"
                + " pods. cpu: 2 wanted, at most 1500m free; memory: 5Gi wanted, at most 4Gi free;"
                + " pods: 1 wanted, at most 0 free.");
  }

  @Test
  void aTaskThatIsNotTriedNamesWhatStoodAgainstItsRole() {
    world.with(worker("a"), worker("b"));
    assertThat(told("b")).as("as upstream has it").contains("has already predicated failed, skip");
    world.fixing(Fix.REASONS_CARRY_THEIR_CAUSE);
    assertThat(told("b")).contains("cpu: 2 wanted, at most 1500m free");
  }

  @Test
  void aQueueWithoutRoomIsNamed() {
    world.with(worker("a")).tier(_ -> new ClosedQueue(true, true));
    assertThat(fitError()).as("as upstream has it").endsWith("1 Unschedulable");
    world.fixing(Fix.REASONS_CARRY_THEIR_CAUSE);
    assertThat(fitError()).endsWith("Origin reason is: queue default has no room");
  }

  @Test
  void soIsAQueueThatHasNoRoomForATask() {
    world.with(worker("a")).tier(_ -> new ClosedQueue(false, true));
    world.fixing(Fix.REASONS_CARRY_THEIR_CAUSE);
    assertThat(fitError()).endsWith("Origin reason is: queue default has no room");
  }

  private static Pod worker(String name) {
    return World.pending(name, "job")
        .annotation(VolcanoKeys.TASK_SPEC, "worker")
        .request("cpu", "2")
        .request("memory", "5Gi")
        .build();
  }

  private String fitError() {
    return Objects.requireNonNull(run().job("default/job")).fitError();
  }

  private String told(String pod) {
    world.effects().calls().clear();
    run().close();
    return world.effects().calls().stream()
        .filter(call -> call.startsWith("pod " + pod))
        .findFirst()
        .orElseThrow();
  }

  private SchedulingSession run() {
    SchedulingSession session = world.open();
    new Allocate(AllocateArgs.DEFAULTS, true).execute(session);
    return session;
  }

  private record ClosedQueue(boolean overused, boolean full) implements Overused, Allocatable {

    @Override
    public String name() {
      return "closed queue";
    }

    @Override
    public boolean overused(QueueInfo queue) {
      return overused;
    }

    @Override
    public boolean allocatable(QueueInfo queue, Task candidate) {
      return !full;
    }
  }
}
