package io.merapi.batch.plugins.drf;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sharing in a tree of queues, as {@code enableHierarchy} turns it on. */
class HierarchyTest {

  /** A cluster of ten CPUs and ten GiB. */
  private final World world =
      new World(
              node("n1")
                  .allocatable("cpu", "10")
                  .allocatable("memory", "10Gi")
                  .allocatable("pods", "1000")
                  .build())
          .tier(session -> new Drf(session, true));

  @Test
  void queuesAreComparedByTheFirstNodesInWhichTheyDiffer() {
    queueAt("sci", "root/sci", "100/50");
    queueAt("dev", "root/eng/dev", "100/50/50");
    queueAt("prod", "root/eng/prod", "100/50/50");
    job("sci", 2, 5);
    job("dev", 3, 5);
    job("prod", 0, 5);
    // Below eng only dev has something, so eng has dev's share of 0.3 and sci has 0.2.
    SchedulingSession session = world.open();
    assertThat(compare(session, "sci", "prod")).isNegative();
    assertThat(compare(session, "prod", "dev")).isNegative();
    assertThat(compare(session, "dev", "sci")).isPositive();
  }

  @Test
  void aShareCountsByWeight() {
    queueAt("a", "root/a", "1/3");
    queueAt("b", "root/b", "1/1");
    job("a", 4, 5);
    job("b", 2, 5);
    // 0.4 by weight 3 is less than 0.2 by weight 1.
    assertThat(compare(world.open(), "a", "b")).isNegative();
  }

  @ParameterizedTest(name = "{0} counts as {1}")
  @CsvSource({
    "1/2, 2.0",
    "1/2.5, 2.5",
    "1/0.5, 1.0",
    "1/-3, 1.0",
    "1/heavy, 1.0",
    "1/2d, 1.0",
    "1, 1.0",
    "'', 1.0"
  })
  void aWeightThatIsMissingNoNumberOrBelowOneIsOne(String weights, double expected) {
    queueAt("a", "root/a", weights);
    job("a", 1, 1);
    assertThat(below(world.open(), "a")).containsEntry("weight", expected);
  }

  @Test
  void jobsOfQueuesWithoutAPlaceAreBelowTheRoot() {
    world.with(podGroup("loose").build());
    assertThat(below(world.open(), "default/loose")).containsEntry("saturated", false);
  }

  @Test
  void aQueueWithoutJobsIsEqualToAnyOther() {
    queueAt("a", "root/a", "1/1");
    queueAt("empty", "root/empty", "1/1");
    job("a", 1, 1);
    assertThat(compare(world.open(), "a", "empty")).isZero();
  }

  @Test
  void aQueueWhoseJobsHaveAllTheyAskForComesLast() {
    queueAt("full", "root/full", "1/9");
    queueAt("hungry", "root/hungry", "1/1");
    job("full", 1, 0);
    job("hungry", 5, 3);
    assertThat(compare(world.open(), "hungry", "full")).isNegative();
  }

  @Test
  void aQueueThatNeedsWhatNobodyHasLeftComesLast() {
    queueAt("cpu", "root/cpu", "1/1");
    queueAt("memory", "root/memory", "1/1");
    job("cpu", 10, 2);
    world.with(podGroup("memory").queue("memory").build());
    world.with(
        World.running("m", "memory", "n1").request("cpu", "0").request("memory", "9Gi").build(),
        World.pending("n", "memory").request("cpu", "0").request("memory", "9Gi").build());
    assertThat(compare(world.open(), "memory", "cpu")).isNegative();
  }

  @Test
  void siblingsThatCanTakeMoreCountOnlyAsTheLeastOfThem() {
    queueAt("dev", "root/eng/dev", "1/1/1");
    queueAt("prod", "root/eng/prod", "1/1/1");
    job("dev", 6, 5);
    job("prod", 2, 5);
    // dev's 6 CPUs count as 2, so that prod is not held back by its sibling.
    assertThat(below(world.open(), "eng")).containsEntry("share", 0.4);
  }

  @Test
  void tasksAreVictimsWhoseQueueWouldStillComeAfterTheReclaimers() {
    queueAt("poor", "root/poor", "1/1");
    queueAt("rich", "root/rich", "1/1");
    job("poor", 1, 5);
    job("rich", 5, 5);
    SchedulingSession session = world.open();
    List<Task> running = new ArrayList<>();
    for (Task task : tasks(session, "rich")) {
      if (!task.nodeName().isEmpty()) {
        running.add(task);
      }
    }
    Map<String, ?> before = drf(session).attributes();
    Task reclaimer = tasks(session, "poor").getLast();
    assertThat(drf(session).reclaimable(reclaimer, running)).isEqualTo(VictimVote.of(running));
    assertThat(drf(session).attributes()).isEqualTo(before);
    // The other way round none is: poor would come first all the more.
    assertThat(drf(session).reclaimable(tasks(session, "rich").getLast(), tasks(session, "poor")))
        .isEqualTo(VictimVote.of(List.of()));
  }

  @Test
  void theTreeFollowsWhatTasksTakeAndGiveBack() {
    queueAt("a", "root/a", "1/1");
    queueAt("b", "root/b", "1/1");
    job("a", 2, 5);
    job("b", 1, 5);
    SchedulingSession session = world.open();
    Map<String, ?> before = drf(session).attributes();
    var statement = session.statement();
    for (Task task : tasks(session, "b")) {
      if (task.nodeName().isEmpty()) {
        statement.allocate(task, session.nodes().getFirst());
      }
    }
    assertThat(compare(session, "a", "b")).isNegative();
    statement.discard();
    assertThat(compare(session, "b", "a")).isNegative();
    assertThat(drf(session).attributes()).isEqualTo(before);
  }

  private void queueAt(String name, String path, String weights) {
    world.with(
        queue(name)
            .annotation(VolcanoKeys.HIERARCHY, path)
            .annotation(VolcanoKeys.HIERARCHY_WEIGHTS, weights)
            .build());
  }

  /** Adds a job with tasks of one CPU to the queue of the same name. */
  private void job(String queue, int running, int waiting) {
    world.with(podGroup(queue).queue(queue).build());
    for (int i = 0; i < running; i++) {
      world.with(World.running(queue + "-runs-" + i, queue, "n1").build());
    }
    for (int i = 0; i < waiting; i++) {
      world.with(World.pending(queue + "-waits-" + i, queue).build());
    }
  }

  private static Drf drf(SchedulingSession session) {
    return (Drf) session.plugins().all().iterator().next();
  }

  private static int compare(SchedulingSession session, String left, String right) {
    return drf(session).compareQueues(info(session, left), info(session, right));
  }

  private static QueueInfo info(SchedulingSession session, String queue) {
    return Objects.requireNonNull(session.queue(queue));
  }

  private static List<Task> tasks(SchedulingSession session, String job) {
    return List.copyOf(Objects.requireNonNull(session.job("default/" + job)).tasks());
  }

  /** The figures of a node right below the root. */
  @SuppressWarnings("unchecked") // a map of maps, see HierarchyNode.attributes
  private static Map<String, Object> below(SchedulingSession session, String name) {
    var root =
        (Map<String, Object>) Objects.requireNonNull(drf(session).attributes().get("hierarchy"));
    var children = (Map<String, Object>) Objects.requireNonNull(root.get("children"));
    return (Map<String, Object>) Objects.requireNonNull(children.get(name));
  }
}
