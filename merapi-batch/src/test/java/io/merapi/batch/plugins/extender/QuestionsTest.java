package io.merapi.batch.plugins.extender;

import static io.merapi.batch.session.World.pending;
import static io.merapi.batch.session.World.running;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.session.Task;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is sent goes by the names of Volcano's Go types; the recorded cases hold whole bodies. */
class QuestionsTest {

  private final SchedulingSession session =
      new World(
              queue("q").weight(3).build(),
              node("n1")
                  .allocatable("cpu", "4")
                  .allocatable("pods", "10")
                  .label(VolcanoKeys.REVOCABLE_ZONE, "night")
                  .build(),
              node("n2").allocatable("cpu", "4").allocatable("pods", "10").build(),
              podGroup("g")
                  .queue("q")
                  .minMember(2)
                  .minTaskMember("worker", 2)
                  .annotation("volcano.sh/sla-waiting-time", "1s")
                  .build(),
              pending("p", "g")
                  .annotation(VolcanoKeys.NUMA_TOPOLOGY_POLICY, "restricted")
                  .annotation(VolcanoKeys.TOPOLOGY_DECISION, "{\"numa\":{\"0\":{\"cpu\":\"1\"}}}")
                  .annotation(VolcanoKeys.TASK_SPEC, "worker")
                  .build(),
              running("r", "g", "n1").build())
          .open();
  private final Questions questions = new Questions(session, new TestServer());

  @Test
  void theOpeningTellsOfTheWholeSession() {
    Map<String, @Nullable Object> question = questions.sessionOpen();
    assertThat(question)
        .containsOnlyKeys("Jobs", "Nodes", "Queues", "NamespaceInfo", "RevocableNodes", "NodeList");
    assertThat(keys(question, "Jobs")).containsExactly("default/g");
    assertThat(keys(question, "Nodes")).containsExactly("n1", "n2");
    assertThat(keys(question, "RevocableNodes")).containsExactly("n1");
    assertThat(keys(question, "Queues")).containsExactlyInAnyOrder("default", "q");
    assertThat(question).containsEntry("NodeList", null);
  }

  @Test
  void aTaskStandsInFourPlacesOfItsJob() {
    Map<String, @Nullable Object> question =
        questions.job(requireNonNull(session.job("default/g")));
    Object task = value(question, "job", "Tasks", "uid-p");
    assertThat(task)
        .isNotNull()
        .isEqualTo(value(question, "job", "TaskStatusIndex", "1", "uid-p"))
        .isEqualTo(value(question, "job", "SubJobs", "default/g", "Tasks", "uid-p"))
        .isEqualTo(value(question, "job", "SubJobs", "default/g", "TaskStatusIndex", "1", "uid-p"));
    assertThat(keys(question, "job", "TaskStatusIndex")).containsExactly("1", "32");
    assertThat(value(question, "job", "TaskToSubJob", "uid-r")).isEqualTo("default/g");
    assertThat(value(question, "job", "TaskMinAvailable", "worker")).isEqualTo(2);
    assertThat(value(question, "job", "TaskMinAvailableTotal")).isEqualTo(2);
    assertThat(value(question, "job", "WaitingTime")).isEqualTo(1_000_000_000L);
    assertThat(value(question, "job", "PodGroup", "spec", "queue")).isEqualTo("q");
    assertThat(value(question, "job", "PodGroup", "Version")).isEqualTo("v1beta1");
    assertThat(value(question, "job", "PodGroup", "kind")).isNull();
  }

  @Test
  void aTaskCarriesItsPodAndWhereItStands() {
    Map<String, @Nullable Object> question = questions.event(task("p"));
    assertThat(value(question, "task", "TaskRole")).isEqualTo("worker");
    assertThat(value(question, "task", "NumaInfo", "Policy")).isEqualTo("restricted");
    assertThat(value(question, "task", "NumaInfo", "ResMap", "0", "cpu")).isEqualTo("1");
    assertThat(value(question, "task", "Pod", "kind")).isEqualTo("Pod");
    assertThat(value(question, "task", "Resreq"))
        .isEqualTo(
            Map.of(
                "MilliCPU",
                1000.0,
                "Memory",
                0.0,
                "ScalarResources",
                Map.of("pods", 1.0),
                "MaxTaskNum",
                0L));
    assertThat(value(question, "task", "LastTransaction")).isNull();
  }

  @Test
  void aDiscardLeavesTheLastTransaction() {
    Statement statement = session.statement();
    statement.allocate(task("p"), session.nodes().getLast());
    statement.discard();
    assertThat(value(questions.event(task("p")), "task", "LastTransaction"))
        .isEqualTo(
            Map.of(
                "NodeName",
                "n2",
                "EvictionOccurred",
                false,
                "JobAllocatedHyperNode",
                "",
                "Status",
                2));
  }

  @Test
  void aNodeHoldsItsTasksByTheirNames() {
    Map<String, @Nullable Object> question =
        questions.predicate(task("p"), session.nodes().getFirst());
    assertThat(question).containsOnlyKeys("task", "node");
    assertThat(keys(question, "node", "Tasks")).containsExactly("default/r");
    assertThat(value(question, "node", "Tasks", "default/r", "Status")).isEqualTo(32);
    assertThat(value(question, "node", "Idle", "MilliCPU")).isEqualTo(3000.0);
    assertThat(value(question, "node", "Idle", "MaxTaskNum")).isEqualTo(10L);
    assertThat(value(question, "node", "ResourceUsage", "MetricsTime"))
        .isEqualTo("0001-01-01T00:00:00Z");
    assertThat(value(question, "node", "RevocableZone")).isEqualTo("night");
    assertThat(value(question, "node", "Node", "status", "nodeInfo", "osImage")).isEqualTo("");
  }

  /** The node's copy of a task is made before it is handed to be bound. */
  @Test
  void onItsNodeATaskThatIsBeingBoundIsAllocated() {
    Statement statement = session.statement();
    statement.allocate(task("p"), session.nodes().getLast());
    statement.commit();
    Map<String, @Nullable Object> question = questions.prioritize(task("p"), session.nodes());
    assertThat(value(question, "task", "Status")).isEqualTo(8);
    assertThat(value(question, "nodes"))
        .isInstanceOfSatisfying(
            List.class,
            nodes ->
                assertThat(value(Map.of("n", nodes.get(1)), "n", "Tasks", "default/p", "Status"))
                    .isEqualTo(2));
  }

  @Test
  void evictorAndEvicteesAreTasks() {
    Map<String, @Nullable Object> question = questions.evict(task("p"), List.of(task("r")));
    assertThat(question).containsOnlyKeys("evictor", "evictees");
    assertThat(value(question, "evictor", "UID")).isEqualTo("uid-p");
  }

  @Test
  void aQueueStandsBesideItsObject() {
    Map<String, @Nullable Object> question = questions.queue(requireNonNull(session.queue("q")));
    assertThat(value(question, "queue", "Weight")).isEqualTo(3);
    assertThat(value(question, "queue", "Queue", "metadata", "name")).isEqualTo("q");
    assertThat(value(question, "queue", "Queue", "spec", "guarantee")).isEqualTo(Map.of());
  }

  private Task task(String name) {
    return requireNonNull(session.job("default/g")).tasks().stream()
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static @Nullable Object value(@Nullable Object tree, String... path) {
    Object value = tree;
    for (String name : path) {
      value = value instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return value;
  }

  private static List<String> keys(Object tree, String... path) {
    return value(tree, path) instanceof Map<?, ?> map
        ? map.keySet().stream().map(String::valueOf).toList()
        : List.of();
  }
}
