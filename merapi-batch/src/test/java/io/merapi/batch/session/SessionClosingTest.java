package io.merapi.batch.session;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.framework.Reason;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.session.Session;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.FitErrors;
import io.merapi.batch.job.JobState;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SessionClosingTest {

  private final World world =
      new World(node("n1").allocatable("cpu", "8").allocatable("pods", "10").build());

  @Test
  void aJobWithItsMinimumOnNodesRuns() {
    assertThat(phaseOf(podGroup("job").minMember(1).build(), "running")).isEqualTo("Running");
  }

  @Test
  void aJobWhoseTasksAllEndedIsCompleted() {
    assertThat(phaseOf(podGroup("job").minMember(1).build(), "ended")).isEqualTo("Completed");
  }

  @Test
  void aJobThatWasAdmittedStaysSo() {
    assertThat(phaseOf(podGroup("job").phase(PodGroupPhase.INQUEUE).build(), "waiting"))
        .isEqualTo("Inqueue");
    assertThat(phaseOf(podGroup("job").phase(PodGroupPhase.RUNNING).build(), "waiting"))
        .isEqualTo("Pending");
  }

  @Test
  void aJobThatRunsInPartAndCannotGoOnIsUnknown() {
    world.tier(Complainer::new);
    assertThat(phaseOf(podGroup("job").minMember(2).build(), "running")).isEqualTo("Unknown");
  }

  @Test
  void tasksOnTheirWayOutStillCount() {
    assertThat(phaseOf(podGroup("job").build(), "leaving")).isEqualTo("Running");
  }

  private String phaseOf(PodGroup group, String how) {
    var pod =
        switch (how) {
          case "running" -> World.running("a", "job", "n1");
          case "ended" -> World.running("a", "job", "n1").phase(PodPhase.SUCCEEDED);
          case "leaving" -> World.running("a", "job", "n1").terminating();
          default -> World.pending("a", "job");
        };
    SchedulingSession session = world.with(group, pod.build()).open();
    session.close();
    return Objects.requireNonNull(session.job("default/job")).phase().text();
  }

  @Test
  void queuesAndThoseAboveThemAreToldWhatTheyUse() {
    world.with(
        queue("root").build(),
        queue("team").build(),
        queue("sub").parent("team").build(),
        podGroup("job").queue("sub").build(),
        World.running("a", "job", "n1").build());
    world.open().close();
    assertThat(world.effects().calls())
        .contains(
            "queue sub: {cpu=1, memory=0, pods=1}",
            "queue team: {cpu=1, memory=0, pods=1}",
            "queue root: {cpu=1, memory=0, pods=1}",
            "queue default: {cpu=0, memory=0}");
  }

  @Test
  void onlyWhatChangedIsWritten() {
    var busy = new World();
    busy.with(
        queue("default").allocated("cpu", "0").allocated("memory", "0").build(),
        podGroup("job").build());
    busy.open().close();
    assertThat(busy.effects().calls()).isEmpty();
  }

  @Test
  void aWaitingPodIsToldWhyOnce() {
    world.with(podGroup("job").minMember(2).build(), World.pending("a", "job").build());
    SchedulingSession session = world.open();
    JobState job = Objects.requireNonNull(session.job("default/job"));
    Fit full = Fit.unschedulable(Reason.of("InsufficientResource", "Insufficient cpu"));
    job.fitErrors().set(job.tasks().getFirst(), new FitErrors().setNode("n1", full));
    session.close();
    String told = "pod a: Unschedulable, 0/1 nodes are unavailable: 1 Insufficient cpu.";
    assertThat(world.effects().calls()).contains(told);
    assertThat(job.fitError())
        .isEqualTo(
            "pod group is not ready, 1 Pending, 2 minAvailable; Pending: 1 Unschedulable."
                + " Origin reason is a: 0/1 nodes are unavailable: 1 Insufficient cpu.");
  }

  @Test
  void gatedPodsAreNotReportedOn() {
    world.with(podGroup("job").build(), World.pending("a", "job").schedulingGate("wait").build());
    world.open().close();
    assertThat(world.effects().calls()).noneMatch(call -> call.startsWith("pod a"));
  }

  @Test
  void aPipelinedPodIsNominatedWhereOthersWereEvictedForIt() {
    world.with(podGroup("job").build(), World.pending("a", "job").build());
    SchedulingSession session = world.open();
    JobState job = Objects.requireNonNull(session.job("default/job"));
    session.statement().pipeline(job.tasks().getFirst(), session.nodes().getFirst(), true);
    session.close();
    assertThat(world.effects().calls())
        .contains(
            "pod a: Unschedulable, Pod default/a can possibly be assigned to n1, once resource is"
                + " released and minAvailable is satisfied, nominated to n1");
  }

  @Test
  void aPluginThatThrowsWhenItClosesDoesNotKeepTheRestFromBeingWritten() {
    world.with(podGroup("job").build(), World.running("a", "job", "n1").build());
    SchedulingSession session = world.tier(_ -> new Quitter()).open();
    session.close();
    assertThat(session.failures().all()).hasSize(1);
    assertThat(world.effects().calls()).contains("group job: Running");
  }

  @Test
  void aPluginThatThrowsWhenItIsMadeIsLeftOut() {
    SchedulingSession session =
        world
            .tier(_ -> {
              throw new IllegalStateException("cannot open");
            })
            .open();
    assertThat(session.plugins().missing()).hasSize(1);
    assertThat(session.failures().all()).hasSize(1);
  }

  private static final class Quitter implements BatchPlugin {

    @Override
    public String name() {
      return "quitter";
    }

    @Override
    public void close() {
      throw new IllegalStateException("gone");
    }
  }

  /** Calls every job unschedulable. */
  private static final class Complainer implements BatchPlugin {

    private final Session session;

    Complainer(Session session) {
      this.session = session;
    }

    @Override
    public String name() {
      return "complainer";
    }

    @Override
    public void close() {
      for (var job : List.copyOf(session.jobs())) {
        session.setCondition(
            job,
            new PodGroup.Condition("Unschedulable", "True", session.uid(), null, "Because", ""));
      }
    }
  }
}
