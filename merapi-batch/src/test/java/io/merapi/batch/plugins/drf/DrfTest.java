package io.merapi.batch.plugins.drf;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.resource.Resources;
import io.merapi.api.session.Job;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DrfTest {

  /** A cluster of ten CPUs and a hundred GiB. */
  private final World world =
      new World(
              node("n1")
                  .allocatable("cpu", "10")
                  .allocatable("memory", "100Gi")
                  .allocatable("pods", "1000")
                  .build())
          .tier(session -> new Drf(session, false));

  @Test
  void aJobsShareIsThatOfTheResourceOfWhichItHasMost() {
    runs("cpu", 2, "1", "1Gi");
    runs("memory", 3, "100m", "10Gi");
    SchedulingSession session = world.open();
    assertThat(attributes(session, "cpu"))
        .containsEntry("dominantResource", "cpu")
        .containsEntry("share", 0.2);
    assertThat(attributes(session, "memory"))
        .containsEntry("dominantResource", "memory")
        .containsEntry("share", 0.3);
  }

  @Test
  void theJobWithTheSmallerShareGoesFirst() {
    runs("cpu", 2, "1", "1Gi");
    runs("memory", 3, "100m", "10Gi");
    SchedulingSession session = world.open();
    assertThat(drf(session).compareJobs(job(session, "cpu"), job(session, "memory"))).isNegative();
    assertThat(drf(session).compareJobs(job(session, "memory"), job(session, "cpu"))).isPositive();
    assertThat(drf(session).compareJobs(job(session, "cpu"), job(session, "cpu"))).isZero();
  }

  @Test
  void sharesFollowWhatTasksTakeAndGiveBack() {
    runs("a", 2, "1", "1Gi");
    waits("b", 3, "1");
    SchedulingSession session = world.open();
    var statement = session.statement();
    for (Task task : List.copyOf(job(session, "b").tasks())) {
      statement.allocate(task, session.nodes().getFirst());
    }
    assertThat(drf(session).compareJobs(job(session, "a"), job(session, "b"))).isNegative();
    statement.discard();
    assertThat(drf(session).compareJobs(job(session, "a"), job(session, "b"))).isPositive();
  }

  @Test
  void tasksAreVictimsWhileTheirJobKeepsAtLeastTheShareOfTheOther() {
    runs("rich", 6, "1", "1Gi");
    runs("poor", 1, "1", "1Gi");
    waits("wants", 1, "4");
    SchedulingSession session = world.open();
    List<Task> rich = List.copyOf(job(session, "rich").tasks());
    List<Task> poor = List.copyOf(job(session, "poor").tasks());
    List<Task> candidates = new ArrayList<>(rich);
    candidates.addAll(poor);
    Task preemptor = job(session, "wants").tasks().iterator().next();
    // The other job would have 4 of 10 CPUs: rich may go down from 6 to 4, poor to nothing less.
    assertThat(drf(session).preemptable(preemptor, candidates))
        .isEqualTo(VictimVote.of(rich.subList(0, 2)));
  }

  @Test
  void withoutAHierarchyItSaysNothingAboutQueues() {
    SchedulingSession session = world.open();
    var queue = session.queues().iterator().next();
    assertThat(drf(session).compareQueues(queue, queue)).isZero();
    assertThat(drf(session).attributes()).doesNotContainKey("hierarchy");
    assertThat(drf(session).attributes().get("totalAllocated"))
        .isEqualTo(Resources.none(session.resources()));
  }

  private void runs(String job, int tasks, String cpu, String memory) {
    world.with(podGroup(job).build());
    for (int i = 0; i < tasks; i++) {
      world.with(
          World.running(job + i, job, "n1").request("cpu", cpu).request("memory", memory).build());
    }
  }

  private void waits(String job, int tasks, String cpu) {
    world.with(podGroup(job).build());
    for (int i = 0; i < tasks; i++) {
      world.with(World.pending(job + i, job).request("cpu", cpu).build());
    }
  }

  private static Drf drf(SchedulingSession session) {
    return (Drf) session.plugins().all().iterator().next();
  }

  private static Job job(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.job("default/" + name));
  }

  @SuppressWarnings("unchecked") // a map of maps, see Drf.attributes
  private static Map<String, Object> attributes(SchedulingSession session, String job) {
    var jobs = (Map<String, Object>) Objects.requireNonNull(drf(session).attributes().get("jobs"));
    return (Map<String, Object>) Objects.requireNonNull(jobs.get("default/" + job));
  }
}
