package io.merapi.batch.plugins.capacity;

import static io.merapi.batch.plugins.capacity.QueueWorld.flat;
import static io.merapi.batch.session.World.pending;
import static io.merapi.batch.session.World.running;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodBuilder.pod;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.QueueState;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.session.Job;
import io.merapi.api.session.extension.UnifiedEvictable.Eviction;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.job.TaskState;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityTest {

  private static final Node TEN_CPUS =
      node("n1").allocatable("cpu", "10").allocatable("memory", "10Gi").build();

  private static ClusterObject group(String name, String queue) {
    return podGroup(name).queue(queue).phase(PodGroupPhase.INQUEUE).build();
  }

  private static Pod runs(String name, String group, int cpus) {
    return running(name, group, "n1").request("cpu", Integer.toString(cpus)).build();
  }

  private static Pod waits(String name, String group, int cpus) {
    return pending(name, group).request("cpu", Integer.toString(cpus)).build();
  }

  // What queues may have

  @Test
  void aQueueMayHaveWhatNoGuaranteeOfAnotherKeeps() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").guarantee("cpu", "1").build(),
            queue("other").guarantee("cpu", "3").build(),
            group("job", "mine"));
    assertThat(world.cpus("mine", "realCapability")).isEqualTo(7);
  }

  @Test
  void aCapabilityLimitsThat() {
    QueueWorld world =
        flat(TEN_CPUS, queue("mine").capability("cpu", "4").build(), group("job", "mine"));
    assertThat(world.cpus("mine", "realCapability")).isEqualTo(4);
  }

  @Test
  void nothingIsDeservedThatCannotBeHadAndAGuaranteeAlways() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("much").deserved("cpu", "40").capability("cpu", "6").build(),
            queue("little").deserved("cpu", "1").guarantee("cpu", "2").build(),
            group("a", "much"),
            group("b", "little"));
    assertThat(world.cpus("much", "deserved")).isEqualTo(6);
    assertThat(world.cpus("little", "deserved")).isEqualTo(2);
  }

  @Test
  void onlyQueuesWithJobsHaveAccounts() {
    QueueWorld world = flat(TEN_CPUS, queue("idle").build(), group("job", "default"));
    assertThat(world.accounts().keySet()).asString().isEqualTo("[default]");
  }

  @Test
  void jobsKeepOfTheirMinimumWhatTheirTasksDoNotHold() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            podGroup("job").phase(PodGroupPhase.INQUEUE).minResource("cpu", "5").build(),
            runs("a", "job", 2),
            waits("b", "job", 3));
    assertThat(world.cpus("default", "allocated")).isEqualTo(2);
    assertThat(world.cpus("default", "request")).isEqualTo(5);
    assertThat(world.cpus("default", "inqueue")).isEqualTo(3);
    assertThat(world.cpus("default", "elastic")).isZero();
  }

  @Test
  void whatAJobHasBeyondItsMinimumIsElastic() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            podGroup("job").phase(PodGroupPhase.RUNNING).minResource("cpu", "1").build(),
            runs("a", "job", 3));
    assertThat(world.cpus("default", "elastic")).isEqualTo(2);
  }

  // Order

  @Test
  void theShareIsTheGreatestPartOfWhatIsDeserved() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").deserved("cpu", "8").deserved("memory", "4Gi").build(),
            group("job", "mine"),
            running("a", "job", "n1").request("cpu", "2").request("memory", "3Gi").build());
    assertThat(world.share("mine")).isEqualTo(0.75);
  }

  @Test
  void aQueueThatDeservesNothingComesAfterAllThatHaveLessThanTheyDeserve() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("nothing").build(),
            queue("half").deserved("cpu", "4").build(),
            queue("full").deserved("cpu", "2").build(),
            group("a", "nothing"),
            group("b", "half"),
            runs("b-0", "b", 2),
            group("c", "full"),
            runs("c-0", "c", 2));
    assertThat(compare(world, "half", "nothing")).isNegative();
    assertThat(compare(world, "half", "full")).isNegative();
    assertThat(compare(world, "nothing", "full")).isPositive();
    assertThat(compare(world, "full", "full")).isZero();
  }

  @Test
  void thePriorityOfAQueueGoesBeforeItsShare() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("urgent").priority(5).build(),
            queue("starving").deserved("cpu", "8").build(),
            group("a", "urgent"),
            group("b", "starving"));
    assertThat(compare(world, "urgent", "starving")).isNegative();
  }

  @Test
  void sharesFollowTasksAsTheyMove() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").deserved("cpu", "8").build(),
            group("job", "mine"),
            waits("a", "job", 4));
    var statement = world.session().statement();
    statement.allocate(world.task("a"), world.session().nodes().getFirst());
    assertThat(world.share("mine")).isEqualTo(0.5);
    statement.discard();
    assertThat(world.share("mine")).isZero();
  }

  private static int compare(QueueWorld world, String left, String right) {
    return world.plugin().compareQueues(world.queue(left), world.queue(right));
  }

  // Admission

  @Test
  void aJobIsAdmittedWhileItsMinimumFitsBesideAllElse() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").capability("cpu", "6").build(),
            podGroup("runs")
                .queue("mine")
                .phase(PodGroupPhase.RUNNING)
                .minResource("cpu", "1")
                .build(),
            runs("a", "runs", 3),
            podGroup("fits").queue("mine").minResource("cpu", "5").build(),
            podGroup("bulky").queue("mine").minResource("cpu", "6").build(),
            podGroup("unsized").queue("mine").build());
    assertThat(vote(world, "fits")).as("two cpus are elastic").isEqualTo(Vote.PERMIT);
    assertThat(vote(world, "bulky")).isEqualTo(Vote.REJECT);
    assertThat(vote(world, "unsized")).isEqualTo(Vote.PERMIT);
  }

  @Test
  void whoIsAdmittedTakesRoomFromTheNext() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").capability("cpu", "6").build(),
            podGroup("first").queue("mine").minResource("cpu", "4").build(),
            podGroup("second").queue("mine").minResource("cpu", "4").build());
    assertThat(vote(world, "second")).isEqualTo(Vote.PERMIT);
    world.plugin().jobEnqueued(world.job("first"));
    assertThat(vote(world, "second")).isEqualTo(Vote.REJECT);
    assertThat(world.effects().events())
        .containsExactly(
            "Normal second: Unschedulable, queue resource quota insufficient: insufficient cpu");
  }

  @Test
  void aQueueThatIsNotOpenTakesNothing() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("shut").deserved("cpu", "8").state(QueueState.CLOSED).build(),
            podGroup("job").queue("shut").minResource("cpu", "1").build(),
            waits("a", "job", 1));
    assertThat(vote(world, "job")).isEqualTo(Vote.REJECT);
    assertThat(world.plugin().allocatable(world.queue("shut"), world.task("a"))).isFalse();
    assertThat(world.plugin().preemptive(world.queue("shut"), world.tasks("a"))).isFalse();
  }

  private static Vote vote(QueueWorld world, String job) {
    return world.plugin().jobEnqueueable(world.job(job));
  }

  // Room

  @Test
  void aTaskFitsUpToTheRealCapabilityOfWhatItAsksFor() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").capability("cpu", "4").capability("memory", "1Gi").build(),
            group("job", "mine"),
            running("a", "job", "n1").request("cpu", "2").request("memory", "2Gi").build(),
            waits("fits", "job", 2),
            waits("bulky", "job", 3));
    assertThat(world.plugin().allocatable(world.queue("mine"), world.task("fits")))
        .as("it has too much memory already, but this task asks for none")
        .isTrue();
    assertThat(world.plugin().allocatable(world.queue("mine"), world.task("bulky"))).isFalse();
  }

  // Reclaim

  @Test
  void aQueueReclaimsWhereItStaysWithinWhatItDeservesOfSomething() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").deserved("cpu", "2").deserved("memory", "4Gi").build(),
            group("job", "mine"),
            pending("a", "job").request("cpu", "3").request("memory", "4Gi").build(),
            waits("b", "job", 3),
            waits("c", "job", 2));
    assertThat(world.plugin().preemptive(world.queue("mine"), world.tasks("a"))).isTrue();
    assertThat(world.plugin().preemptive(world.queue("mine"), world.tasks("b"))).isFalse();
    assertThat(world.plugin().preemptive(world.queue("mine"), world.tasks("c"))).isTrue();
    assertThat(world.plugin().preemptive(world.queue("mine"), world.tasks("c", "b"))).isFalse();
  }

  @Test
  void victimsGoUntilTheirQueueHasNoMoreThanItDeserves() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").deserved("cpu", "4").build(),
            queue("other").deserved("cpu", "3").build(),
            group("poor", "mine"),
            waits("p", "poor", 2),
            group("rich", "other"),
            runs("r-a-0", "rich", 2),
            runs("r-a-1", "rich", 2),
            runs("r-a-2", "rich", 2));
    assertThat(world.victims("p", "r-a-0", "r-a-1", "r-a-2"))
        .as("six cpus, then four, then two; the last pods go first")
        .containsExactly("r-a-2", "r-a-1");
  }

  @Test
  void aGuaranteeIsNotReclaimed() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").deserved("cpu", "4").build(),
            queue("other").guarantee("cpu", "3").build(),
            group("poor", "mine"),
            waits("p", "poor", 2),
            group("rich", "other"),
            runs("r", "rich", 2),
            runs("s", "rich", 2));
    assertThat(world.victims("p", "r", "s")).isEmpty();
  }

  @Test
  void tasksOfAQueueThatDeservesNoneOfWhatTheyHoldGoAtOnce() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").deserved("cpu", "4").build(),
            queue("other").deserved("memory", "3Gi").build(),
            group("poor", "mine"),
            waits("p", "poor", 2),
            group("rich", "other"),
            runs("r", "rich", 2));
    assertThat(world.victims("p", "r")).containsExactly("r");
  }

  @Test
  void tasksThatHoldNothingOfWhatIsAskedForStay() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").deserved("memory", "4Gi").build(),
            queue("other").build(),
            group("poor", "mine"),
            pod("p")
                .uid("uid-p")
                .group("poor")
                .schedulerName("volcano")
                .request("memory", "1Gi")
                .build(),
            group("rich", "other"),
            runs("r", "rich", 2));
    assertThat(world.victims("p", "r")).isEmpty();
  }

  @Test
  void wholeGangsTakeFromOtherQueuesByTheSameRules() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").deserved("cpu", "4").build(),
            queue("other").deserved("cpu", "3").build(),
            group("poor", "mine"),
            waits("p", "poor", 2),
            group("rich", "other"),
            runs("r", "rich", 2),
            runs("s", "rich", 2),
            runs("t", "rich", 2));
    Job poor = world.job("poor");
    List<TaskState> candidates = world.tasks("r", "s", "t");
    assertThat(evictable(world, Eviction.Kind.GANG_RECLAIM, poor, candidates))
        .containsExactly("r", "s");
    assertThat(evictable(world, Eviction.Kind.GANG_PREEMPT, poor, candidates))
        .containsExactly("r", "s", "t");
  }

  private static List<String> evictable(
      QueueWorld world, Eviction.Kind kind, Job job, List<TaskState> candidates) {
    return QueueWorld.names(
        world.plugin().unifiedEvictable(new Eviction(kind, job, null, ""), candidates));
  }

  // Dry runs

  @Test
  void aDryRunMovesItsOwnAccounts() {
    QueueWorld world =
        flat(
            TEN_CPUS,
            queue("mine").capability("cpu", "4").build(),
            group("job", "mine"),
            runs("a", "job", 3),
            waits("b", "job", 2));
    var task = world.task("b");
    var mine = world.queue("mine");
    var node = world.session().nodes().getFirst();
    var plugin = world.plugin();
    plugin.prePredicate(task);
    var state = world.session().cycleState(task).copy();

    assertThat(plugin.simulateAllocatable(state, mine, task)).isFalse();
    assertThat(plugin.simulateRemoveTask(state, task, world.task("a"), node).isSuccess()).isTrue();
    assertThat(plugin.simulateAllocatable(state, mine, task)).isTrue();
    assertThat(plugin.simulateAddTask(state, task, world.task("a"), node).isSuccess()).isTrue();
    assertThat(plugin.simulateAllocatable(state, mine, task)).isFalse();
    assertThat(world.cpus("mine", "allocated")).isEqualTo(3);
  }

  @Test
  void aDryRunNeedsTheAccountsThatItStartsFrom() {
    QueueWorld world = flat(TEN_CPUS, group("job", "default"), waits("a", "job", 2));
    var task = world.task("a");
    var state = world.session().cycleState(task).copy();
    var node = world.session().nodes().getFirst();
    assertThat(world.plugin().simulateAllocatable(state, world.queue("default"), task)).isFalse();
    assertThat(world.plugin().simulateAddTask(state, task, task, node).texts())
        .containsExactly(
            "failed to get capacity state: error reading \"capacity\" from cycleState: not found");
  }
}
