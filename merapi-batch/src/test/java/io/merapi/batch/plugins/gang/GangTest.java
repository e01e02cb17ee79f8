package io.merapi.batch.plugins.gang;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.SubGroupPolicy;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.session.Job;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Validity;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class GangTest {

  @Test
  void aJobWithFewerPodsThanItsMinimumIsNotValid() {
    SchedulingSession session = open(podGroup("job").minMember(3).build(), pod("a"), pod("b"));
    assertThat(session.votes().valid(job(session)))
        .isEqualTo(
            Validity.invalid(
                "NotEnoughTasks", "Not enough valid tasks for gang-scheduling, valid: 2, min: 3"));
  }

  @Test
  void everyRoleNeedsItsMinimum() {
    SchedulingSession session =
        open(
            podGroup("job").minMember(2).minTaskMember("ps", 1).minTaskMember("worker", 1).build(),
            role("a", "worker"),
            role("b", "worker"));
    assertThat(session.votes().valid(job(session)))
        .isEqualTo(
            Validity.invalid(
                "NotEnoughPodsOfTask", "Not enough valid pods of each task for gang-scheduling"));
  }

  @Test
  void minimumsOfRolesDoNotCountWhereTheirSumIsAboveTheJobs() {
    SchedulingSession session =
        open(
            podGroup("job").minMember(1).minTaskMember("ps", 1).minTaskMember("worker", 1).build(),
            role("a", "worker"));
    assertThat(session.votes().valid(job(session)).isValid()).isTrue();
  }

  @Test
  void enoughSubGroupsOfEachPolicyMustBeThere() {
    var policy = new SubGroupPolicy("rack", null, List.of("part"), 1, 2, null);
    SchedulingSession session =
        open(podGroup("job").subGroups(policy).build(), waiting("a").label("part", "0").build());
    assertThat(session.votes().valid(job(session)))
        .isEqualTo(
            Validity.invalid(
                "NotEnoughPodsOfTask",
                "Not enough valid subGroups of each task for gang-scheduling"));
  }

  @Test
  void aJobIsReadyWithItsMinimumOnNodes() {
    SchedulingSession session =
        open(podGroup("job").minMember(2).build(), on("a"), pod("b"), pod("c"));
    assertThat(session.votes().ready(job(session))).isFalse();
    session.statement().allocate(task(session, "b"), session.nodes().getFirst());
    assertThat(session.votes().ready(job(session))).isTrue();
  }

  @Test
  void pendingPodsThatAskForNothingDoNotHoldTheGangBack() {
    SchedulingSession session =
        open(
            podGroup("job").minMember(2).build(),
            on("a"),
            waiting("b").request("cpu", "0").build());
    assertThat(session.votes().ready(job(session))).isTrue();
  }

  @Test
  void aPipelinedTaskCountsForPipeliningButNotForReadiness() {
    SchedulingSession session = open(podGroup("job").minMember(2).build(), on("a"), pod("b"));
    assertThat(session.votes().pipelined(job(session))).isFalse();
    session.statement().pipeline(task(session, "b"), session.nodes().getFirst(), false);
    assertThat(session.votes().pipelined(job(session))).isTrue();
    assertThat(session.votes().ready(job(session))).isFalse();
    assertThat(session.votes().starving(job(session))).isFalse();
  }

  @Test
  void jobsThatAreNotReadyComeFirst() {
    SchedulingSession session =
        open(
            podGroup("job").build(),
            on("a"),
            podGroup("later").build(),
            World.pending("z", "later").build());
    JobState later = Objects.requireNonNull(session.job("default/later"));
    assertThat(session.orders().job(later, job(session))).isTrue();
  }

  @Test
  void victimsAreThoseBeyondTheMinimumInTheOrderGiven() {
    SchedulingSession session =
        open(podGroup("job").minMember(1).build(), on("a"), on("b"), on("c"));
    List<Task> candidates = List.of(task(session, "c"), task(session, "a"), task(session, "b"));
    assertThat(new Gang(session).preemptable(task(session, "a"), candidates))
        .isEqualTo(VictimVote.of(candidates.subList(0, 2)));
  }

  @Test
  void atTheEndAJobBelowItsMinimumIsToldHowManyTasksAreMissing() {
    var world = world(podGroup("job").minMember(3).build(), on("a"), pod("b"), pod("c"));
    SchedulingSession session = world.open();
    var statement = session.statement();
    statement.allocate(task(session, "b"), session.nodes().getFirst());
    statement.discard();
    session.close();
    assertThat(condition(world))
        .isEqualTo(
            new PodGroup.Condition(
                "Unschedulable",
                "True",
                "session-1",
                World.NOW,
                "NotEnoughResources",
                "1/3 tasks in gang unschedulable: pod group is not ready, 1 Running, 2 Pending,"
                    + " 3 minAvailable; Pending: 1 Schedulable, 1 Unschedulable"));
  }

  @Test
  void atTheEndAReadyJobIsScheduled() {
    var world = world(podGroup("job").build(), on("a"));
    world.open().close();
    assertThat(condition(world).type()).isEqualTo("Scheduled");
    assertThat(condition(world).reason()).isEqualTo("tasks in gang are ready to be scheduled");
  }

  @Test
  void aJobWhoseTasksAreBeingDeletedIsNotCalledUnschedulable() {
    var world =
        world(
            podGroup("job").minMember(2).build(),
            on("a"),
            World.running("b", "job", "n1").terminating().build());
    world.open().close();
    assertThat(Objects.requireNonNull(world.effects().groups().get("job")).conditions()).isEmpty();
  }

  private static PodGroup.Condition condition(World world) {
    return Objects.requireNonNull(world.effects().groups().get("job")).conditions().getFirst();
  }

  private static World world(ClusterObject... objects) {
    return new World(node("n1").allocatable("cpu", "8").allocatable("pods", "10").build())
        .with(objects)
        .tier(Gang::new);
  }

  private static SchedulingSession open(ClusterObject... objects) {
    return world(objects).open();
  }

  private static PodBuilder waiting(String name) {
    return World.pending(name, "job");
  }

  private static ClusterObject pod(String name) {
    return waiting(name).build();
  }

  private static ClusterObject role(String name, String role) {
    return waiting(name).annotation("volcano.sh/task-spec", role).build();
  }

  private static ClusterObject on(String name) {
    return World.running(name, "job", "n1").build();
  }

  private static Job job(SchedulingSession session) {
    return Objects.requireNonNull(session.job("default/job"));
  }

  private static Task task(SchedulingSession session, String name) {
    var found = new ArrayList<Task>();
    session.jobs().forEach(job -> found.addAll(job.tasks()));
    return found.stream().filter(task -> task.name().equals(name)).findFirst().orElseThrow();
  }
}
