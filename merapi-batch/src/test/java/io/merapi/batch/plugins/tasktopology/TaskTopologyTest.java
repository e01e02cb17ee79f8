package io.merapi.batch.plugins.tasktopology;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.node.Node;
import io.merapi.api.pod.PodPhase;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodBuilder;
import io.merapi.testkit.PodGroupBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The job has two {@code ps} of two CPUs and three {@code worker} of one. */
class TaskTopologyTest {

  private static final String AFFINITY = "volcano.sh/task-topology-affinity";
  private static final String ANTI_AFFINITY = "volcano.sh/task-topology-anti-affinity";
  private static final String ORDER = "volcano.sh/task-topology-task-order";
  private static final List<String> PODS =
      List.of("ps-0", "ps-1", "worker-0", "worker-1", "worker-2");

  private long weight = 1;
  private final World world =
      new World(node("large", "9"), node("small", "6"), node("tiny", "1"))
          .tier(opened -> new TaskTopology(new TaskTopologyArgs(weight), opened));
  private final PodGroupBuilder group = podGroup("job").minMember(5);
  private SchedulingSession session = world.open();

  @Test
  void aNodeIsWorthAsMuchAsItHasRoomForPodsThatBelongTogether() {
    group.annotation(AFFINITY, "ps,worker");
    open();
    assertThat(score("ps-0", "large")).isEqualTo(100);
    assertThat(score("ps-0", "small")).as("without one ps").isEqualTo(80);
    assertThat(score("worker-0", "small")).as("without one ps").isEqualTo(80);
    assertThat(score("worker-0", "tiny")).as("alone").isEqualTo(20);
    assertThat(score("ps-0", "tiny")).as("no room").isZero();
  }

  @Test
  void theScoreIsMultipliedByTheWeight() {
    weight = 10;
    group.annotation(AFFINITY, "ps,worker");
    open();
    assertThat(score("ps-0", "small")).isEqualTo(800);
  }

  @Test
  void podsThatAreThereDrawTheOthers() {
    group.annotation(AFFINITY, "ps,worker");
    open();
    session.statement().allocate(task("ps-0"), sessionNode("large"));
    assertThat(score("worker-0", "large")).isEqualTo(100);
    assertThat(score("worker-0", "small")).isEqualTo(80);
  }

  @Test
  void podsOfOneNodeShareABucketFromTheStart() {
    group.annotation(AFFINITY, "ps,worker");
    open(pod("ps-0").on("small").phase(PodPhase.RUNNING));
    assertThat(score("ps-1", "large")).isEqualTo(80);
    assertThat(score("ps-1", "small")).as("one there, and three of four have room").isEqualTo(80);
  }

  @Test
  void podsApartAreDrivenFromNodesThatTheOthersWereGiven() {
    group.annotation(ANTI_AFFINITY, "ps");
    open();
    assertThat(score("ps-1", "large")).isEqualTo(100);
    session.statement().allocate(task("ps-0"), sessionNode("large"));
    assertThat(score("ps-1", "large")).isZero();
    assertThat(score("ps-1", "small")).isEqualTo(100);
  }

  @Test
  void aPlacementThatIsTakenBackCountsNoMore() {
    group.annotation(AFFINITY, "ps,worker").annotation(ANTI_AFFINITY, "ps");
    open();
    double before = score("ps-1", "large");
    Statement statement = session.statement();
    statement.allocate(task("ps-0"), sessionNode("large"));
    assertThat(score("ps-1", "large")).isNotEqualTo(before);
    statement.discard();
    assertThat(score("ps-1", "large")).isEqualTo(before);
    assertThat(statement.allocate(task("ps-0"), sessionNode("large")).isSuccess()).isTrue();
  }

  @Test
  void anEvictionThatIsTakenBackChangesNothing() {
    group.annotation(AFFINITY, "ps,worker");
    open(pod("ps-0").on("large").phase(PodPhase.RUNNING));
    double before = score("ps-1", "large");
    Statement statement = session.statement();
    statement.evict(task("ps-0"), "test");
    statement.discard();
    assertThat(score("ps-1", "large")).isEqualTo(before);
  }

  @ParameterizedTest(name = "affinity \"{0}\", anti-affinity \"{1}\", order \"{2}\": {3}")
  @CsvSource({
    "'', '', '', ps-0 ps-1 worker-0 worker-1 worker-2",
    "'ps,worker', '', '', ps-0 ps-1 worker-0 worker-1 worker-2",
    "'ps,worker', '', 'worker,ps', worker-0 worker-1 worker-2 ps-0 ps-1",
    "'worker', '', '', worker-0 worker-1 worker-2 ps-0 ps-1",
    "'', 'worker', '', worker-0 worker-1 worker-2 ps-0 ps-1",
    "'ps,worker', 'ps;worker', '', ps-0 worker-0 worker-2 ps-1 worker-1",
    "'ps,worker', 'ps;worker', 'worker', worker-0 ps-0 worker-1 ps-1 worker-2",
    "'worker,other', '', '', ps-0 ps-1 worker-0 worker-1 worker-2",
    "'worker,worker', '', '', ps-0 ps-1 worker-0 worker-1 worker-2",
    "'worker', '', 'other', ps-0 ps-1 worker-0 worker-1 worker-2"
  })
  void podsThatBelongTogetherFollowEachOther(
      String affinity, String antiAffinity, String order, String expected) {
    annotate(AFFINITY, affinity);
    annotate(ANTI_AFFINITY, antiAffinity);
    annotate(ORDER, order);
    open();
    assertThat(PODS.stream().map(this::task).sorted(this::compare).map(Task::name))
        .containsExactly(expected.split(" "));
  }

  private void annotate(String key, String value) {
    if (!value.isEmpty()) {
      group.annotation(key, value);
    }
  }

  private int compare(Task left, Task right) {
    if (left.equals(right)) {
      return 0;
    }
    return session.orders().task(left, right) ? -1 : 1;
  }

  /** Opens a session; pods that are given take the place of those of the same name. */
  private void open(PodBuilder... others) {
    world.with(group.build());
    PODS.forEach(name -> world.with(pod(name).build()));
    Arrays.stream(others).forEach(other -> world.with(other.build()));
    session = world.open();
  }

  private static PodBuilder pod(String name) {
    String role = name.substring(0, name.indexOf('-'));
    return World.pending(name, "job")
        .annotation("volcano.sh/task-spec", role)
        .request("cpu", role.equals("ps") ? "2" : "1");
  }

  private static Node node(String name, String cpu) {
    return NodeBuilder.node(name).allocatable("cpu", cpu).allocatable("pods", "20").build();
  }

  private double score(String task, String node) {
    return ((TaskTopology) session.plugins().all().iterator().next())
        .scoreNode(task(task), sessionNode(node));
  }

  private SessionNode sessionNode(String name) {
    return Objects.requireNonNull(session.node(name));
  }

  private Task task(String name) {
    return Objects.requireNonNull(session.job("default/job")).tasks().stream()
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
