package io.merapi.batch.actions.enqueue;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.extension.JobEnqueueable;
import io.merapi.api.session.extension.JobEnqueued;
import io.merapi.api.session.extension.QueueOrder;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class EnqueueTest {

  private final Doorkeeper doorkeeper = new Doorkeeper();
  private final World world = new World().tier(_ -> doorkeeper);

  @Test
  void aJobWithoutMinimumResourcesIsAdmittedWithoutAQuestion() {
    SchedulingSession session = run(world.with(podGroup("bare").build()));
    assertThat(phase(session, "bare")).isEqualTo(PodGroupPhase.INQUEUE);
    assertThat(doorkeeper.asked).isEmpty();
    assertThat(doorkeeper.admitted).containsExactly("bare");
  }

  @Test
  void othersAreVotedOnOldestFirstAndOneRefusalDoesNotStopTheNext() {
    SchedulingSession session =
        run(
            world.with(
                podGroup("young").minResource("cpu", "1").created(World.NOW).build(),
                podGroup("refused").minResource("cpu", "1").created(Instant.EPOCH).build()));
    assertThat(doorkeeper.asked).containsExactly("refused", "young");
    assertThat(phase(session, "refused")).isEqualTo(PodGroupPhase.PENDING);
    assertThat(phase(session, "young")).isEqualTo(PodGroupPhase.INQUEUE);
  }

  @Test
  void queuesTakeTurnsAsTheirOrderChanges() {
    world.with(queue("other").build());
    for (String name : List.of("a1", "a2", "b1", "b2")) {
      world.with(
          podGroup(name)
              .minResource("cpu", "1")
              .queue(name.startsWith("a") ? "default" : "other")
              .build());
    }
    run(world);
    assertThat(doorkeeper.admitted).containsExactly("a1", "b1", "a2", "b2");
  }

  @Test
  void jobsThatAreNotPendingAreLeftAlone() {
    SchedulingSession session =
        run(world.with(podGroup("runs").phase(PodGroupPhase.RUNNING).build()));
    assertThat(phase(session, "runs")).isEqualTo(PodGroupPhase.RUNNING);
    assertThat(doorkeeper.admitted).isEmpty();
  }

  @Test
  void aPluginThatThrowsCostsOneJobItsTurn() {
    SchedulingSession session =
        run(
            world.with(
                podGroup("broken").minResource("cpu", "1").created(Instant.EPOCH).build(),
                podGroup("young").minResource("cpu", "1").created(World.NOW).build()));
    assertThat(phase(session, "broken")).isEqualTo(PodGroupPhase.PENDING);
    assertThat(phase(session, "young")).isEqualTo(PodGroupPhase.INQUEUE);
    assertThat(Objects.requireNonNull(session.job("default/broken")).fitError())
        .contains("plugin \"doorkeeper\" failed");
    assertThat(session.failures().all()).hasSize(1);
  }

  private static SchedulingSession run(World world) {
    SchedulingSession session = world.open();
    new Enqueue().execute(session);
    return session;
  }

  private static PodGroupPhase phase(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.job("default/" + name)).phase();
  }

  /** Serves the queue first that had fewer jobs admitted, and knows some jobs by name. */
  private static final class Doorkeeper implements JobEnqueueable, JobEnqueued, QueueOrder {

    private final List<String> asked = new ArrayList<>();
    private final List<String> admitted = new ArrayList<>();
    private final List<String> served = new ArrayList<>();

    @Override
    public String name() {
      return "doorkeeper";
    }

    @Override
    public Vote jobEnqueueable(Job job) {
      asked.add(job.name());
      if (job.name().equals("broken")) {
        throw new IllegalStateException("lost the key");
      }
      return job.name().equals("refused") ? Vote.REJECT : Vote.PERMIT;
    }

    @Override
    public void jobEnqueued(Job job) {
      admitted.add(job.name());
      served.add(job.queue());
    }

    @Override
    public int compareQueues(QueueInfo left, QueueInfo right) {
      return Long.compare(count(left), count(right));
    }

    private long count(QueueInfo queue) {
      return served.stream().filter(queue.name()::equals).count();
    }
  }
}
