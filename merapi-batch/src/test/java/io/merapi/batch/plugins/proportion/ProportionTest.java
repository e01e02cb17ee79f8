package io.merapi.batch.plugins.proportion;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.QueueState;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.framework.CycleState;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodGroupBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProportionTest {

  /** A cluster of ten CPUs. */
  private final World world =
      new World(node("n1").allocatable("cpu", "10").allocatable("pods", "100").build());

  private final List<Proportion> opened = new ArrayList<>();

  // What queues deserve

  @ParameterizedTest(name = "weights {0} and {1} of 10 CPUs: {2} and {3}")
  @CsvSource({"1, 1, 5000, 5000", "1, 4, 2000, 8000", "3, 1, 7500, 2500", "1, 0, 10000, 0"})
  void queuesThatWantEverythingDeservePartsByWeight(int left, int right, double a, double b) {
    with(queue("a").weight(left).build(), queue("b").weight(right).build());
    wants("a", 20);
    wants("b", 20);
    open();
    assertThat(deserved("a").cpuMillis()).isEqualTo(a);
    assertThat(deserved("b").cpuMillis()).isEqualTo(b);
  }

  @Test
  void whatOneQueueDoesNotAskForGoesToTheOthers() {
    with(queue("a").build(), queue("b").build(), queue("c").weight(2).build());
    wants("a", 1);
    wants("b", 20);
    wants("c", 20);
    open();
    assertThat(deserved("a").cpuMillis()).isEqualTo(1000);
    assertThat(deserved("b").cpuMillis()).isCloseTo(3000, within());
    assertThat(deserved("c").cpuMillis()).isCloseTo(6000, within());
  }

  @Test
  void aQueueDeservesNoMoreThanItsCapability() {
    with(queue("a").capability("cpu", "2").build(), queue("b").build());
    wants("a", 20);
    wants("b", 20);
    open();
    assertThat(deserved("a").cpuMillis()).isEqualTo(2000);
    assertThat(deserved("b").cpuMillis()).isCloseTo(8000, within());
  }

  @Test
  void aCapabilityThatLeavesMemoryOutDoesNotBoundIt() {
    with(queue("a").capability("cpu", "2").build());
    wants("a", 1);
    open();
    assertThat(share("a").bounds().capability().memoryBytes()).isEqualTo(Double.MAX_VALUE);
  }

  @Test
  void aGuaranteeIsGivenEvenWhereTheWeightIsSmall() {
    with(queue("a").guarantee("cpu", "4").build(), queue("b").weight(9).build());
    wants("a", 20);
    wants("b", 20);
    open();
    assertThat(deserved("a").cpuMillis()).isEqualTo(4000);
  }

  @Test
  void whatAnotherQueueIsGuaranteedIsOutOfReachEvenIfThatQueueHasNoJobs() {
    with(queue("kept").guarantee("cpu", "4").build(), queue("a").build());
    wants("a", 20);
    open();
    assertThat(share("a").bounds().realCapability().cpuMillis()).isEqualTo(6000);
    assertThat(deserved("a").cpuMillis()).isEqualTo(6000);
  }

  @Test
  void queuesWithoutJobsHaveNoShare() {
    with(queue("idle").build(), queue("a").build());
    wants("a", 1);
    open();
    assertThat(plugin().share("a")).isNotNull();
    assertThat(plugin().share("idle")).isNull();
  }

  // Who gets something

  @Test
  void theQueueThatHasLessOfWhatItDeservesGoesFirst() {
    with(queue("a").build(), queue("b").build());
    runs("a", 3);
    runs("b", 2);
    wants("a", 20);
    wants("b", 20);
    SchedulingSession session = open();
    assertThat(plugin().compareQueues(info(session, "b"), info(session, "a"))).isNegative();
    assertThat(plugin().compareQueues(info(session, "a"), info(session, "a"))).isZero();
  }

  @Test
  void priorityOfQueuesComesBeforeShares() {
    with(queue("a").priority(1).build(), queue("b").build());
    runs("a", 3);
    wants("a", 20);
    wants("b", 20);
    SchedulingSession session = open();
    assertThat(plugin().compareQueues(info(session, "a"), info(session, "b"))).isNegative();
  }

  @Test
  void aQueueIsOverusedOnceItHasAllItDeserves() {
    with(queue("a").build(), queue("b").build());
    runs("a", 5);
    wants("a", 5);
    wants("b", 10);
    SchedulingSession session = open();
    assertThat(plugin().overused(info(session, "a"))).isFalse();
    for (Task task : List.copyOf(tasks(session, "a-waits"))) {
      session.allocate(task, session.nodes().getFirst());
    }
    assertThat(plugin().overused(info(session, "a"))).isTrue();
    assertThat(plugin().overused(info(session, "b"))).isFalse();
  }

  @Test
  void aTaskIsTurnedAwayThatWouldTakeItsQueueBeyondWhatItDeserves() {
    with(queue("a").build(), queue("b").build());
    runs("a", 4);
    wants("a", 2);
    wants("b", 10);
    SchedulingSession session = open();
    List<Task> waiting = tasks(session, "a-waits");
    assertThat(plugin().allocatable(info(session, "a"), waiting.get(0))).isTrue();
    assertThat(plugin().preemptive(info(session, "a"), waiting)).isFalse();
    session.allocate(waiting.get(0), session.nodes().getFirst());
    assertThat(plugin().allocatable(info(session, "a"), waiting.get(1))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"CLOSED", "CLOSING", "UNKNOWN", "UNSET"})
  void onlyAnOpenQueueGetsAnything(QueueState state) {
    with(queue("a").state(state).build());
    wants("a", 1);
    SchedulingSession session = open();
    Task task = tasks(session, "a-waits").getFirst();
    assertThat(plugin().allocatable(info(session, "a"), task)).isFalse();
    assertThat(plugin().preemptive(info(session, "a"), List.of(task))).isFalse();
    assertThat(plugin().jobEnqueueable(job(session, "a-waits"))).isEqualTo(Vote.REJECT);
  }

  // Dry runs

  @Test
  void aDryRunCountsTasksThatGoWithoutChangingTheSession() {
    with(queue("a").build(), queue("b").build());
    runs("a", 5);
    wants("a", 1);
    wants("b", 10);
    SchedulingSession session = open();
    Task waiting = tasks(session, "a-waits").getFirst();
    Task running = tasks(session, "a-runs").getFirst();
    plugin().prePredicate(waiting);
    CycleState dry = session.cycleState(waiting).copy();
    var node = session.nodes().getFirst();

    assertThat(plugin().simulateAllocatable(dry, info(session, "a"), waiting)).isFalse();
    assertThat(plugin().simulateRemoveTask(dry, waiting, running, node).isSuccess()).isTrue();
    assertThat(plugin().simulateAllocatable(dry, info(session, "a"), waiting)).isTrue();
    assertThat(plugin().simulateAddTask(dry, waiting, running, node).isSuccess()).isTrue();
    assertThat(plugin().simulateAllocatable(dry, info(session, "a"), waiting)).isFalse();
    assertThat(share("a").allocated().cpuMillis()).isEqualTo(5000);
  }

  @Test
  void aDryRunOfATaskThatWasNeverLookedAtIsRefused() {
    with(queue("a").build());
    wants("a", 1);
    SchedulingSession session = open();
    Task waiting = tasks(session, "a-waits").getFirst();
    CycleState dry = session.cycleState(waiting).copy();
    assertThat(plugin().simulateAllocatable(dry, info(session, "a"), waiting)).isFalse();
    assertThat(
            plugin().simulateAddTask(dry, waiting, waiting, session.nodes().getFirst()).isSuccess())
        .isFalse();
  }

  // Admission

  @ParameterizedTest(name = "5 of 8 CPUs run, a job of {0}: {1}")
  @CsvSource({"3, PERMIT", "3001m, REJECT"})
  void aJobIsAdmittedIfItsMinimumIsWithinTheCapability(String cpu, Vote expected) {
    with(queue("a").capability("cpu", "8").build());
    runs("a", 5);
    with(waiting("job", "a").minResource("cpu", cpu).build());
    SchedulingSession session = open();
    assertThat(plugin().jobEnqueueable(job(session, "job"))).isEqualTo(expected);
  }

  @Test
  void usersAreToldWhatIsShort() {
    with(queue("a").capability("cpu", "8").capability("memory", "1Gi").build());
    with(waiting("job", "a").minResource("cpu", "9").minResource("memory", "2Gi").build());
    SchedulingSession session = open();
    plugin().jobEnqueueable(job(session, "job"));
    assertThat(world.effects().events())
        .containsExactly(
            "Normal job: Unschedulable, queue resource quota insufficient: insufficient cpu,"
                + " insufficient memory");
  }

  @Test
  void jobsThatWereAdmittedBeforeCountWithWhatTheyStillWaitFor() {
    with(queue("a").capability("cpu", "8").build());
    with(
        waiting("before", "a").phase(PodGroupPhase.INQUEUE).minResource("cpu", "6").build(),
        World.running("r", "before", "n1").request("cpu", "2").build(),
        waiting("job", "a").minResource("cpu", "3").build());
    SchedulingSession session = open();
    assertThat(share("a").inqueue().cpuMillis()).isEqualTo(4000);
    assertThat(plugin().jobEnqueueable(job(session, "job"))).isEqualTo(Vote.REJECT);
  }

  @Test
  void whatJobsHoldBeyondTheirMinimumIsLent() {
    with(queue("a").capability("cpu", "8").build());
    with(
        waiting("elastic", "a").phase(PodGroupPhase.RUNNING).minResource("cpu", "2").build(),
        World.running("r", "elastic", "n1").request("cpu", "7").build(),
        waiting("job", "a").minResource("cpu", "6").build());
    SchedulingSession session = open();
    assertThat(plugin().jobEnqueueable(job(session, "job"))).isEqualTo(Vote.PERMIT);
  }

  @Test
  void aJobWithoutMinimumResourcesIsAdmittedInAnyCase() {
    with(queue("a").capability("cpu", "1").build());
    runs("a", 5);
    with(waiting("job", "a").build());
    SchedulingSession session = open();
    assertThat(plugin().jobEnqueueable(job(session, "job"))).isEqualTo(Vote.PERMIT);
    plugin().jobEnqueued(job(session, "job"));
    assertThat(share("a").inqueue().cpuMillis()).isZero();
  }

  @Test
  void anAdmissionLeavesLessForTheNextJob() {
    with(queue("a").capability("cpu", "8").build());
    with(
        waiting("first", "a").minResource("cpu", "5").build(),
        waiting("second", "a").minResource("cpu", "5").build());
    SchedulingSession session = open();
    plugin().jobEnqueued(job(session, "first"));
    assertThat(plugin().jobEnqueueable(job(session, "second"))).isEqualTo(Vote.REJECT);
  }

  // Reclaim

  @Test
  void victimsAreTakenInTheOrderGivenUntilTheirQueueHasNoMoreThanItDeserves() {
    with(queue("a").build(), queue("b").build());
    runs("a", 7);
    wants("b", 10);
    SchedulingSession session = open();
    List<Task> candidates = tasks(session, "a-runs").reversed();
    assertThat(plugin().reclaimable(tasks(session, "b-waits").getFirst(), candidates))
        .isEqualTo(VictimVote.of(candidates.subList(0, 2)));
  }

  // Fixtures

  private void with(ClusterObject... objects) {
    world.with(objects);
  }

  /** Adds a running job of a queue with tasks of one CPU, all of which it needs. */
  private void runs(String queue, int tasks) {
    with(
        podGroup(queue + "-runs")
            .queue(queue)
            .phase(PodGroupPhase.RUNNING)
            .minResource("cpu", Integer.toString(tasks))
            .build());
    for (int i = 0; i < tasks; i++) {
      with(World.running("%s-runs-%d".formatted(queue, i), queue + "-runs", "n1").build());
    }
  }

  /** Adds a job of a queue with waiting tasks of one CPU. */
  private void wants(String queue, int tasks) {
    with(podGroup(queue + "-waits").queue(queue).phase(PodGroupPhase.INQUEUE).build());
    for (int i = 0; i < tasks; i++) {
      with(World.pending("%s-waits-%d".formatted(queue, i), queue + "-waits").build());
    }
  }

  private static PodGroupBuilder waiting(String name, String queue) {
    return podGroup(name).queue(queue);
  }

  private SchedulingSession open() {
    return world
        .tier(session -> {
          opened.add(new Proportion(session));
          return opened.getLast();
        })
        .open();
  }

  private Proportion plugin() {
    return opened.getLast();
  }

  private QueueShare share(String queue) {
    return Objects.requireNonNull(plugin().share(queue));
  }

  private Resources deserved(String queue) {
    return share(queue).deserved();
  }

  private static QueueInfo info(SchedulingSession session, String queue) {
    return Objects.requireNonNull(session.queue(queue));
  }

  private static JobState job(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.job("default/" + name));
  }

  private static List<Task> tasks(SchedulingSession session, String job) {
    return List.copyOf(job(session, job).tasks());
  }

  private static Offset<Double> within() {
    return Offset.offset(0.1);
  }
}
