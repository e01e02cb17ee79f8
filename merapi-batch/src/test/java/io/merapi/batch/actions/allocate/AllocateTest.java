package io.merapi.batch.actions.allocate;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroup;
import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.Reason;
import io.merapi.api.node.Node;
import io.merapi.api.session.Job;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Allocatable;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.JobOrder;
import io.merapi.api.session.extension.NodeOrder;
import io.merapi.api.session.extension.Overused;
import io.merapi.api.session.extension.Predicate;
import io.merapi.api.session.extension.QueueOrder;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.plugins.gang.Gang;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AllocateTest {

  private final Steering steering = new Steering();
  private final World world = new World().tier(Gang::new).tier(_ -> steering);

  @Test
  void aGangGetsItsNodesOrNothing() {
    world.with(worker("n1", 2));
    gang("fits", 2, 2, Instant.EPOCH);
    gang("large", 3, 3, World.NOW);
    run();
    assertThat(world.effects().calls())
        .containsExactly("bind fits-0 to n1 {}", "bind fits-1 to n1 {}");
  }

  @Test
  void whatAGangThatIsTooLargeHeldIsFreeForTheNext() {
    world.with(worker("n1", 2));
    gang("large", 3, 3, Instant.EPOCH);
    gang("fits", 2, 2, World.NOW);
    run();
    assertThat(world.effects().calls())
        .containsExactly("bind fits-0 to n1 {}", "bind fits-1 to n1 {}");
  }

  @Test
  void theMinimumsOfAllGangsComeBeforeWhatGoesBeyondThem() {
    world.with(worker("n1", 4));
    gang("first", 1, 4, Instant.EPOCH);
    gang("second", 2, 2, World.NOW);
    run();
    assertThat(world.effects().calls())
        .containsExactly(
            "bind first-0 to n1 {}",
            "bind second-0 to n1 {}",
            "bind second-1 to n1 {}",
            "bind first-1 to n1 {}");
  }

  @Test
  void pendingGroupsWaitForTheEnqueueActionWhereThereIsOne() {
    world.with(worker("n1", 2), podGroup("job").build(), World.pending("job-0", "job").build());
    SchedulingSession session = world.open();
    new Allocate(AllocateArgs.DEFAULTS, true).execute(session);
    assertThat(job(session, "job").phase()).isEqualTo(PodGroupPhase.PENDING);
    assertThat(world.effects().calls()).isEmpty();
  }

  @Test
  void pendingGroupsAreAdmittedWhereNothingElseDoes() {
    world.with(worker("n1", 2), podGroup("job").build(), World.pending("job-0", "job").build());
    SchedulingSession session = world.open();
    new Allocate(AllocateArgs.DEFAULTS, false).execute(session);
    assertThat(job(session, "job").phase()).isEqualTo(PodGroupPhase.INQUEUE);
    assertThat(world.effects().calls()).containsExactly("bind job-0 to n1 {}");
  }

  @Test
  void queuesTakeTurnsAsTheirOrderChanges() {
    world.with(worker("n1", 4), queue("other").build());
    for (String name : List.of("a1", "a2", "b1", "b2")) {
      String queue = name.startsWith("a") ? "default" : "other";
      world.with(
          podGroup(name).queue(queue).phase(PodGroupPhase.INQUEUE).build(),
          World.pending(name + "-0", name).build());
    }
    steering.servesInTurn = true;
    run();
    assertThat(world.effects().calls())
        .containsExactly(
            "bind a1-0 to n1 {}", "bind b1-0 to n1 {}", "bind a2-0 to n1 {}", "bind b2-0 to n1 {}");
  }

  @Test
  void aQueueThatUsesTooMuchIsLeftOutAndSoIsATaskThatWouldTakeItThere() {
    world.with(worker("n1", 4), queue("other").build());
    world.with(
        podGroup("over").queue("other").phase(PodGroupPhase.INQUEUE).build(),
        World.pending("over-0", "over").build());
    gang("job", 1, 2, Instant.EPOCH);
    steering.overused = "other";
    steering.refused = "job-0";
    run();
    assertThat(world.effects().calls()).containsExactly("bind job-1 to n1 {}");
  }

  @Test
  void aNodeWithRoomNowComesBeforeOneThatWillHaveRoom() {
    world.with(worker("leaving", 1), worker("free", 1), podGroup("old").build());
    world.with(World.running("old-0", "old", "leaving").terminating().build());
    gang("job", 2, 2, Instant.EPOCH);
    steering.scores.putAll(Map.of("leaving", 10.0, "free", 1.0));
    SchedulingSession session = run();
    assertThat(tasks(session, "job"))
        .containsExactly("default/job-0 ALLOCATED on free", "default/job-1 PIPELINED on leaving");
    assertThat(world.effects().calls()).as("nothing is bound below the minimum").isEmpty();
  }

  @Test
  void aPipelinedGangKeepsItsPlacesFromOthersOfTheSession() {
    world.with(worker("leaving", 1), podGroup("old").build());
    world.with(World.running("old-0", "old", "leaving").terminating().build());
    gang("first", 1, 1, Instant.EPOCH);
    gang("second", 1, 1, World.NOW);
    SchedulingSession session = run();
    assertThat(tasks(session, "first")).containsExactly("default/first-0 PIPELINED on leaving");
    assertThat(tasks(session, "second")).containsExactly("default/second-0 PENDING");
  }

  @Test
  void theBestScoreWinsAmongNodesWithRoom() {
    world.with(worker("n1", 1), worker("n2", 1), worker("n3", 1));
    gang("job", 1, 1, Instant.EPOCH);
    steering.scores.putAll(Map.of("n1", 1.0, "n2", 3.0, "n3", 2.0));
    run();
    assertThat(world.effects().calls()).containsExactly("bind job-0 to n2 {}");
  }

  @Test
  void aTaskGoesWhereRoomWasMadeForItEvenIfAnotherNodeIsBetter() {
    world.with(worker("n1", 1), worker("n2", 1), inqueue("job", 1));
    world.with(World.pending("job-0", "job").nominatedTo("n1").build());
    steering.scores.putAll(Map.of("n1", 1.0, "n2", 3.0));
    run();
    assertThat(world.effects().calls()).containsExactly("bind job-0 to n1 {}");
  }

  @Test
  void aNominationThatDoesNotHoldIsPassedOver() {
    world.with(worker("n1", 1), worker("n2", 1), inqueue("job", 1));
    world.with(World.pending("job-0", "job").nominatedTo("n1").build());
    steering.refusingNodes.add("n1");
    run();
    assertThat(world.effects().calls()).containsExactly("bind job-0 to n2 {}");
  }

  @Test
  void everyNodeSaysWhatItHasAgainstATask() {
    world.with(worker("n1", 1), worker("n2", 0), inqueue("job", 2));
    world.with(World.pending("job-0", "job").build(), World.pending("job-1", "job").build());
    steering.refusingNodes.add("n1");
    SchedulingSession session = run();
    JobState job = job(session, "job");
    assertThat(job.fitErrors().of(job.tasks().getFirst()))
        .hasToString("0/2 nodes are unavailable: 1 Insufficient cpu, 1 n1 is closed.");
    assertThat(job.fitErrors().of(job.tasks().getLast()))
        .as("the gang cannot be complete any more, so that the other is not tried")
        .isNull();
  }

  @Test
  void otherTasksOfARoleThatFitsNowhereAreNotTried() {
    world.with(worker("n1", 1), inqueue("job", 1));
    for (String name : List.of("job-0", "job-1")) {
      world.with(
          World.pending(name, "job")
              .annotation(VolcanoKeys.TASK_SPEC, "worker")
              .request("cpu", "2")
              .build());
    }
    SchedulingSession session = run();
    JobState job = job(session, "job");
    assertThat(job.fitErrors().of(job.tasks().getLast()))
        .hasToString("Task job-1 with role spec worker has already predicated failed, skip");
  }

  @Test
  void whatANodeHadAgainstARoleIsRememberedUnlessSwitchedOff() {
    world.with(worker("n1", 3), worker("n2", 3), inqueue("job", 2));
    for (String name : List.of("job-0", "job-1")) {
      world.with(World.pending(name, "job").annotation(VolcanoKeys.TASK_SPEC, "worker").build());
    }
    steering.refusingNodes.add("n1");
    run(new AllocateArgs(true));
    assertThat(steering.asked).containsExactly("n1", "n2", "n2");
    steering.asked.clear();
    run(new AllocateArgs(false));
    assertThat(steering.asked).containsExactly("n1", "n2", "n1", "n2");
  }

  @Test
  void gatedTasksAndThoseThatAskForNothingAreLeftOut() {
    world.with(worker("n1", 4), inqueue("job", 1));
    world.with(
        World.pending("gated", "job").schedulingGate("example.com/wait").build(),
        World.pending("nothing", "job").request("cpu", "0").build(),
        World.pending("plain", "job").build());
    run();
    assertThat(world.effects().calls()).containsExactly("bind plain to n1 {}");
  }

  @Test
  void theGateOfAQueueIsOpenedForATaskThatAsksForItOnceTheQueueHasRoom() {
    world.with(worker("n1", 4), inqueue("job", 1));
    world.with(
        World.pending("asks", "job")
            .schedulingGate(VolcanoKeys.QUEUE_ALLOCATION_GATE)
            .annotation(VolcanoKeys.QUEUE_ALLOCATION_GATE, "true")
            .build(),
        World.pending("silent", "job").schedulingGate(VolcanoKeys.QUEUE_ALLOCATION_GATE).build());
    run();
    assertThat(world.effects().calls()).as("the feature is off").isEmpty();
    world.enabling(FeatureGate.SCHEDULING_GATES_QUEUE_ADMISSION);
    run();
    assertThat(world.effects().calls()).containsExactly("remove the queue's gate from asks");
  }

  @Test
  void aPluginThatThrowsCostsOneJobItsTurnAndLeavesNoMoveBehind() {
    world.with(worker("n1", 2));
    gang("broken", 2, 2, Instant.EPOCH);
    gang("whole", 2, 2, World.NOW);
    steering.breaksAt = "broken-1";
    SchedulingSession session = run();
    assertThat(world.effects().calls())
        .containsExactly("bind whole-0 to n1 {}", "bind whole-1 to n1 {}");
    assertThat(tasks(session, "broken"))
        .containsExactly("default/broken-0 PENDING", "default/broken-1 PENDING");
    assertThat(job(session, "broken").fitError())
        .contains("Origin reason is: plugin \"steering\" failed");
    assertThat(session.failures().all()).hasSize(1);
  }

  private SchedulingSession run() {
    return run(AllocateArgs.DEFAULTS);
  }

  private SchedulingSession run(AllocateArgs args) {
    SchedulingSession session = world.open();
    new Allocate(args, true).execute(session);
    return session;
  }

  private void gang(String name, int minimum, int size, Instant created) {
    world.with(
        podGroup(name).minMember(minimum).created(created).phase(PodGroupPhase.INQUEUE).build());
    IntStream.range(0, size).forEach(i -> world.with(World.pending(name + "-" + i, name).build()));
  }

  private static PodGroup inqueue(String name, int minimum) {
    return podGroup(name).minMember(minimum).phase(PodGroupPhase.INQUEUE).build();
  }

  private static Node worker(String name, int cpus) {
    return node(name).allocatable("cpu", Integer.toString(cpus)).allocatable("pods", "10").build();
  }

  private static JobState job(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.job("default/" + name));
  }

  private static List<String> tasks(SchedulingSession session, String job) {
    return job(session, job).tasks().stream().map(TaskState::toString).toList();
  }

  /** Answers what the test wants to hear. */
  private static final class Steering
      implements QueueOrder, JobOrder, Overused, Allocatable, Predicate, NodeOrder {

    private final Map<String, Double> scores = new HashMap<>();
    private final List<String> refusingNodes = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private boolean servesInTurn;
    private String overused = "";
    private String refused = "";
    private String breaksAt = "";
    private int turn;

    @Override
    public String name() {
      return "steering";
    }

    /** Prefers each queue in turn, every time a task was placed. */
    @Override
    public int compareQueues(QueueInfo left, QueueInfo right) {
      int byName = left.name().compareTo(right.name());
      return servesInTurn && turn % 2 == 1 ? -byName : byName;
    }

    @Override
    public int compareJobs(Job left, Job right) {
      return Integer.compare(left.readyTasks(), right.readyTasks());
    }

    @Override
    public boolean overused(QueueInfo queue) {
      return queue.name().equals(overused);
    }

    @Override
    public boolean allocatable(QueueInfo queue, Task candidate) {
      turn++;
      return !candidate.name().equals(refused);
    }

    @Override
    public Fit predicate(Task task, SessionNode node) {
      if (task.name().equals(breaksAt)) {
        throw new IllegalStateException("lost the way");
      }
      asked.add(node.name());
      return refusingNodes.contains(node.name())
          ? Fit.unschedulable(Reason.of("Closed", node.name() + " is closed"))
          : Fit.fits();
    }

    @Override
    public double scoreNode(Task task, SessionNode node) {
      return scores.getOrDefault(node.name(), 0.0);
    }
  }
}
