package io.merapi.batch.plugins.capacity;

import static io.merapi.batch.plugins.capacity.QueueWorld.tree;
import static io.merapi.batch.session.World.pending;
import static io.merapi.batch.session.World.running;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.batch.Queue;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.fixes.Fix;
import io.merapi.api.node.Node;
import io.merapi.api.pod.Pod;
import io.merapi.api.session.extension.Vote;
import io.merapi.testkit.QueueBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueTreeTest {

  private static final Queue ROOT = queue("root").reclaimable(false).build();
  private static final Node TEN_CPUS =
      node("n1").allocatable("cpu", "10").allocatable("memory", "10Gi").build();

  private static ClusterObject group(String name, String queue) {
    return podGroup(name).queue(queue).phase(PodGroupPhase.INQUEUE).build();
  }

  private static QueueBuilder below(String parent, String name) {
    return queue(name).parent(parent);
  }

  private static Pod runs(String name, String group, int cpus) {
    return running(name, group, "n1").request("cpu", Integer.toString(cpus)).build();
  }

  private static Pod waits(String name, String group, int cpus) {
    return pending(name, group).request("cpu", Integer.toString(cpus)).build();
  }

  // What queues may have

  @Test
  void theRootHasNoLimitAndDeservesWhatThoseBelowItDo() {
    QueueWorld world =
        tree(
            ROOT,
            TEN_CPUS,
            queue("a").deserved("cpu", "4").build(),
            queue("b").deserved("cpu", "1").guarantee("cpu", "3").build());
    assertThat(world.cpus("root", "realCapability")).isEqualTo(Double.MAX_VALUE / 1000);
    assertThat(world.cpus("root", "deserved")).isEqualTo(7);
    assertThat(world.cpus("root", "guarantee")).isEqualTo(3);
    assertThat(world.figure("root", "children")).isEqualTo(List.of("a", "b", "default"));
    assertThat(world.figure("root", "ancestors")).isNull();
  }

  @Test
  void aQueueInheritsTheLimitsThatItDoesNotState() {
    QueueWorld world =
        tree(
            ROOT,
            TEN_CPUS,
            queue("a").capability("cpu", "8").capability("nvidia.com/gpu", "2").build(),
            below("a", "a1").capability("cpu", "6").build(),
            below("a1", "a11").build());
    assertThat(world.cpus("a11", "realCapability")).isEqualTo(6);
    assertThat(world.figure("a11", "capability")).asString().contains("nvidia.com/gpu 2000.00");
    assertThat(world.figure("a11", "ancestors")).isEqualTo(List.of("root", "a", "a1"));
  }

  @Test
  void aQueueMayHaveWhatNoGuaranteeBesideItKeeps() {
    QueueWorld world =
        tree(
            ROOT,
            TEN_CPUS,
            queue("a").capability("cpu", "8").build(),
            below("a", "a1").guarantee("cpu", "1").build(),
            below("a", "a2").guarantee("cpu", "3").build());
    assertThat(world.cpus("a1", "realCapability")).isEqualTo(5);
    assertThat(world.cpus("a2", "realCapability")).isEqualTo(7);
  }

  @Test
  void whatAQueueUsesCountsForAllAboveIt() {
    QueueWorld world =
        tree(
            ROOT,
            TEN_CPUS,
            queue("a").build(),
            below("a", "a1").build(),
            podGroup("job")
                .queue("a1")
                .phase(PodGroupPhase.INQUEUE)
                .minResource("cpu", "5")
                .build(),
            runs("x", "job", 2),
            waits("y", "job", 3));
    for (String queue : List.of("a1", "a", "root")) {
      assertThat(world.cpus(queue, "allocated")).isEqualTo(2);
      assertThat(world.cpus(queue, "request")).isEqualTo(5);
      assertThat(world.cpus(queue, "inqueue")).isEqualTo(3);
    }
    world.session().statement().allocate(world.task("y"), world.session().nodes().getFirst());
    assertThat(world.cpus("a", "allocated")).isEqualTo(5);
    assertThat(world.cpus("root", "allocated")).isEqualTo(5);
  }

  // Room and admission

  @Test
  void everyQueueAboveMustHaveRoom() {
    QueueWorld world =
        tree(
            ROOT,
            TEN_CPUS,
            queue("a").capability("cpu", "4").build(),
            below("a", "a1").build(),
            below("a", "a2").build(),
            podGroup("first")
                .queue("a1")
                .phase(PodGroupPhase.RUNNING)
                .minResource("cpu", "3")
                .build(),
            runs("f", "first", 3),
            podGroup("second").queue("a2").minResource("cpu", "2").build(),
            waits("s", "second", 2));
    assertThat(world.plugin().allocatable(world.queue("a2"), world.task("s"))).isFalse();
    assertThat(world.plugin().jobEnqueueable(world.job("second"))).isEqualTo(Vote.REJECT);
  }

  @Test
  void anAdmittedJobIsChargedToEveryQueueAbove() {
    QueueWorld world =
        tree(
            ROOT,
            TEN_CPUS,
            queue("a").build(),
            below("a", "a1").build(),
            podGroup("job").queue("a1").minResource("cpu", "2").build());
    world.plugin().jobEnqueued(world.job("job"));
    for (String queue : List.of("a1", "a", "root")) {
      assertThat(world.cpus(queue, "inqueue")).isEqualTo(2);
    }
  }

  // Order

  @Test
  void queuesAreComparedWhereTheirBranchesPart() {
    QueueWorld world =
        tree(
            ROOT,
            TEN_CPUS,
            queue("full").deserved("cpu", "2").build(),
            below("full", "f1").deserved("cpu", "2").build(),
            below("full", "f2").deserved("cpu", "2").build(),
            queue("free").deserved("cpu", "8").build(),
            below("free", "g1").deserved("cpu", "1").build(),
            group("a", "f1"),
            runs("a-0", "a", 2),
            group("b", "f2"),
            group("c", "g1"),
            runs("c-0", "c", 1));
    assertThat(compare(world, "f2", "g1")).as("by full and free").isPositive();
    assertThat(compare(world, "f1", "f2")).as("by themselves").isPositive();
    assertThat(compare(world, "f2", "free")).as("a leaf before one above others").isNegative();
    assertThat(compare(world, "full", "free")).isPositive();
  }

  @Test
  void victimsOfNearRelativesGoFirst() {
    QueueWorld world =
        tree(
            ROOT,
            TEN_CPUS,
            queue("a").build(),
            below("a", "a1").build(),
            below("a", "a2").build(),
            queue("b").build());
    assertThat(compareVictims(world, "a2", "b", "a1")).isNegative();
    assertThat(compareVictims(world, "b", "a2", "a1")).isPositive();
    assertThat(compareVictims(world, "b", "default", "a1")).isZero();
  }

  private static int compare(QueueWorld world, String left, String right) {
    return world.plugin().compareQueues(world.queue(left), world.queue(right));
  }

  private static int compareVictims(QueueWorld world, String left, String right, String preemptor) {
    return world
        .plugin()
        .compareVictimQueues(world.queue(left), world.queue(right), world.queue(preemptor));
  }

  // Ancestors in reclaim

  private static QueueWorld twoFamilies(long level) {
    return tree(
        new CapacityArgs(level, null, null),
        ROOT,
        TEN_CPUS,
        queue("a").deserved("cpu", "4").build(),
        below("a", "a1").build(),
        queue("b").deserved("cpu", "6").build(),
        below("b", "b1").deserved("cpu", "1").build(),
        below("b", "b2").build(),
        group("poor", "a1"),
        waits("p", "poor", 2),
        group("rich", "b1"),
        runs("r", "rich", 3),
        group("guest", "b2"),
        runs("g", "guest", 1),
        waits("h", "guest", 1));
  }

  @Test
  void withoutALevelOnlyTheQueueItselfCounts() {
    QueueWorld world = twoFamilies(0);
    assertThat(world.plugin().preemptive(world.queue("a1"), world.tasks("p"))).isFalse();
    assertThat(world.victims("p", "r")).containsExactly("r");
  }

  @Test
  void withALevelAQueueReclaimsWhatOneAboveItDeserves() {
    QueueWorld world = twoFamilies(1);
    assertThat(world.plugin().preemptive(world.queue("a1"), world.tasks("p"))).isTrue();
  }

  @Test
  void withALevelVictimsStayIfAQueueAboveThemHasNoMoreThanItDeserves() {
    QueueWorld world = twoFamilies(1);
    assertThat(world.victims("p", "r")).as("b has four cpus of six").isEmpty();
  }

  @Test
  void withALevelTheQueuesAboveLoseTheirVictimsToo() {
    QueueWorld world = twoFamilies(1).with(queue("b").deserved("cpu", "3").build());
    assertThat(world.victims("p", "r", "g"))
        .as("b is at what it deserves after the first")
        .hasSize(1);
  }

  @Test
  void relativesDoNotQuarrelOverWhatNeitherDeserves() {
    ClusterObject another = below("b", "b3").build();
    ClusterObject[] job = {group("relative", "b3"), waits("q", "relative", 1)};
    assertThat(twoFamilies(0).with(another).with(job).victims("q", "g")).containsExactly("g");
    assertThat(twoFamilies(1).with(another).with(job).victims("q", "g")).isEmpty();
  }

  @Test
  void aLevelDeeperThanTheTreeCountsAllOfIt() {
    assertThat(twoFamilies(Long.MAX_VALUE).victims("p", "r")).isEmpty();
  }

  // Trees that make no sense

  @Test
  void aQueueBelowOneThatDoesNotExistStopsEverything() {
    QueueWorld world =
        tree(
            ROOT,
            TEN_CPUS,
            below("nowhere", "lost").build(),
            podGroup("job").minResource("cpu", "1").build(),
            waits("p", "job", 1));
    assertThatNothingIsScheduled(world);
    assertThat(world.effects().events())
        .containsExactly(
            "Normal job: Unschedulable, the queue lost has invalid parent queue nowhere");
  }

  @Test
  void aJobInAQueueAboveOthersStopsEverything() {
    QueueWorld world =
        tree(
            ROOT,
            TEN_CPUS,
            queue("a").build(),
            below("a", "a1").build(),
            group("misplaced", "a"),
            podGroup("job").minResource("cpu", "1").build(),
            waits("p", "job", 1));
    assertThatNothingIsScheduled(world);
  }

  @Test
  void withoutARootNothingIsScheduled() {
    assertThatNothingIsScheduled(
        tree(TEN_CPUS, podGroup("job").minResource("cpu", "1").build(), waits("p", "job", 1)));
  }

  private static void assertThatNothingIsScheduled(QueueWorld world) {
    var queue = world.queue("default");
    assertThat(world.plugin().jobEnqueueable(world.job("job"))).isEqualTo(Vote.REJECT);
    assertThat(world.plugin().allocatable(queue, world.task("p"))).isFalse();
    assertThat(world.plugin().preemptive(queue, world.tasks("p"))).isFalse();
    assertThat(world.victims("p", "p")).isEmpty();
    assertThat(world.plugin().compareQueues(queue, world.queue("default"))).isZero();
  }

  @Test
  void queuesThatAreAboveEachOtherHarmNobodyElse() {
    QueueWorld world =
        tree(
            ROOT,
            TEN_CPUS,
            below("y", "x").build(),
            below("x", "y").build(),
            podGroup("job").minResource("cpu", "1").build(),
            waits("p", "job", 1));
    assertThat(world.plugin().jobEnqueueable(world.job("job"))).isEqualTo(Vote.PERMIT);
    world.plugin().prePredicate(world.task("p"));
    assertThat(world.plugin().allocatable(world.queue("default"), world.task("p"))).isTrue();
    world.session().close();
  }

  @Test
  void aJobInsideSuchACycleStopsEverything() {
    QueueWorld world =
        tree(
            ROOT,
            TEN_CPUS,
            below("x", "x").build(),
            group("inside", "x"),
            podGroup("job").minResource("cpu", "1").build(),
            waits("p", "job", 1));
    assertThatNothingIsScheduled(world);
    world.session().close();
  }

  @Test
  void queuesThatWereSetAsideSayWhy() {
    QueueWorld world =
        tree(ROOT, TEN_CPUS, below("x", "x").build(), group("inside", "x"), waits("p", "inside", 1))
            .fixing(Fix.SET_BAD_QUEUES_ASIDE);
    world.session().close();
    assertThat(world.job("inside").conditions())
        .extracting("type", "reason", "message")
        .containsExactly(tuple("Unschedulable", "QueueSetAside", "queue x is above itself"));
  }
}
