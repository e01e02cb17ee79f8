package io.merapi.batch.plugins.nodegroup;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.Queue.NodeGroups;
import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.framework.Dependence;
import io.merapi.api.node.Node;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.PodGroupBuilder;
import io.merapi.testkit.QueueBuilder;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Node {@code a} is in group a, and so on; node {@code none} is in no group. */
class NodeGroupTest {

  private static final String UNWANTED = "node does not satisfy the node group affinity";
  private static final String NO_GROUP = "node group label not found";
  private static final String NO_AFFINITY = "node group affinity not specified";
  private static final String EXCEEDED = "node group resource limit exceeded";

  private final World world =
      new World(
          inGroup("a"),
          inGroup("b"),
          inGroup("c"),
          inGroup("d"),
          inGroup("e"),
          NodeBuilder.node("none").allocatable("cpu", "20").allocatable("pods", "20").build(),
          World.pending("pod", "job").build());
  private NodeGroupArgs args = NodeGroupArgs.DEFAULTS;
  private boolean hierarchy;
  private SchedulingSession session = world.open();
  private NodeGroup plugin = new NodeGroup(args, false, session);

  NodeGroupTest() {
    world.tier(opened -> {
      plugin = new NodeGroup(args, hierarchy, opened);
      return plugin;
    });
  }

  @ParameterizedTest(name = "group {0}: {1}, {2}")
  @CsvSource({"a, true, 100", "b, true, 150", "c, true, 50", "d, false, 0", "e, true, -1"})
  void aQueueUsesGroupsThatItWantsAndThoseThatItOnlyAvoids(
      String group, boolean fits, double score) {
    open(queue("q").affinity(groups(List.of("a", "b", "d"), "b", "c"), groups(List.of("d"), "e")));
    Fit fit = plugin.predicate(task("pod"), node(group));
    assertThat(fit.reasons()).isEqualTo(fits ? List.of() : List.of(UNWANTED));
    assertThat(fit.has(Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE)).isEqualTo(!fits);
    if (fits) {
      assertThat(plugin.scoreNode(task("pod"), node(group))).isEqualTo(score);
    }
  }

  @Test
  void whatIsAvoidedAndForbiddenIsOnlyAvoided() {
    open(queue("q").affinity(groups(List.of("a")), groups(List.of("a", "b"), "a", "b")));
    assertThat(plugin.predicate(task("pod"), node("a"))).isEqualTo(Fit.fits());
    assertThat(plugin.predicate(task("pod"), node("b"))).isEqualTo(Fit.fits());
    assertThat(plugin.scoreNode(task("pod"), node("a"))).isEqualTo(-1);
  }

  @ParameterizedTest(name = "group {0}: {1}, {2} in order")
  @CsvSource({"a, 50, 50", "b, 50, 37.5", "c, 50, 25", "d, 150, 112.5"})
  void preferredGroupsScoreByTheirOrderWhereThatIsAskedFor(
      String group, double plain, double ordered) {
    QueueBuilder queue =
        queue("q").affinity(groups(List.of("d"), "a", "b", "c", "d"), NodeGroups.NONE);
    open(queue);
    assertThat(plugin.scoreNode(task("pod"), node(group))).isEqualTo(plain);
    args = new NodeGroupArgs(true, true);
    open(queue);
    assertThat(plugin.scoreNode(task("pod"), node(group))).isEqualTo(ordered);
  }

  @Test
  void aGroupThatIsListedTwiceCountsAtItsLastPlace() {
    args = new NodeGroupArgs(true, true);
    open(queue("q").affinity(groups(List.of(), "a", "b", "a"), NodeGroups.NONE));
    assertThat(plugin.scoreNode(task("pod"), node("a"))).isZero();
    assertThat(plugin.scoreNode(task("pod"), node("b"))).isEqualTo(25);
  }

  @Test
  void queuesWithoutAffinityUseNodesWithoutAGroupAndOnlyWhereItIsNotStrict() {
    open(queue("q"));
    assertThat(plugin.predicate(task("pod"), node("a")).reasons()).containsExactly(NO_AFFINITY);
    assertThat(plugin.predicate(task("pod"), node("none")).reasons()).containsExactly(NO_GROUP);
    assertThat(plugin.scoreNode(task("pod"), node("a"))).isZero();
    args = new NodeGroupArgs(false, false);
    open(queue("q"));
    assertThat(plugin.predicate(task("pod"), node("a")).reasons()).containsExactly(NO_AFFINITY);
    assertThat(plugin.predicate(task("pod"), node("none"))).isEqualTo(Fit.fits());
  }

  @Test
  void queuesWithAffinityNeverUseNodesWithoutAGroup() {
    args = new NodeGroupArgs(false, false);
    open(queue("q").affinity(groups(List.of("a")), NodeGroups.NONE));
    assertThat(plugin.predicate(task("pod"), node("none")).reasons()).containsExactly(NO_GROUP);
    assertThat(plugin.scoreNode(task("pod"), node("none"))).isZero();
  }

  @Test
  void withHierarchyAQueueTakesTheAffinityOfTheNearestQueueAbove() {
    world.with(
        queue("root").affinity(groups(List.of("a")), NodeGroups.NONE).build(),
        queue("middle").affinity(groups(List.of("b")), NodeGroups.NONE).build(),
        queue("upper").parent("middle").build());
    open(queue("q").parent("upper"));
    assertThat(plugin.predicate(task("pod"), node("b")).reasons()).containsExactly(NO_AFFINITY);
    hierarchy = true;
    open(queue("q").parent("upper"));
    assertThat(plugin.predicate(task("pod"), node("b"))).isEqualTo(Fit.fits());
    assertThat(plugin.predicate(task("pod"), node("a")).reasons()).containsExactly(UNWANTED);
    open(queue("q"));
    assertThat(plugin.predicate(task("pod"), node("a"))).isEqualTo(Fit.fits());
    open(queue("q").parent("missing"));
    assertThat(plugin.predicate(task("pod"), node("a")).reasons()).containsExactly(NO_AFFINITY);
  }

  @Test
  void anEmptyAffinityIsNotReplacedByThatOfAQueueAbove() {
    world.with(queue("root").affinity(groups(List.of("a")), NodeGroups.NONE).build());
    hierarchy = true;
    open(queue("q").affinity(NodeGroups.NONE, NodeGroups.NONE));
    assertThat(plugin.predicate(task("pod"), node("a")).reasons()).containsExactly(NO_AFFINITY);
  }

  @Test
  void queuesThatAreAboveEachOtherDoNotKeepASessionFromOpening() {
    world.with(queue("other").parent("q").build());
    hierarchy = true;
    open(queue("q").parent("other"));
    assertThat(plugin.predicate(task("pod"), node("a")).reasons()).containsExactly(NO_AFFINITY);
  }

  @Test
  void whatAQueueUsesInAGroupStaysWithinItsLimit() {
    world.with(
        World.running("running", "job", "a").build(),
        World.pending("second", "job").build(),
        NodeBuilder.node("a2")
            .label(VolcanoKeys.NODE_GROUP_NAME, "a")
            .allocatable("cpu", "20")
            .allocatable("pods", "20")
            .build());
    open(limited("{\"a\":{\"cpu\":\"2\"},\"c\":{\"memory\":\"1Gi\"}}"));
    assertThat(plugin.predicate(task("pod"), node("a"))).isEqualTo(Fit.fits());
    Statement statement = session.statement();
    statement.allocate(task("pod"), node("a2"));
    assertThat(plugin.predicate(task("second"), node("a")).reasons()).containsExactly(EXCEEDED);
    assertThat(plugin.predicate(task("second"), node("b"))).isEqualTo(Fit.fits());
    assertThat(plugin.predicate(task("second"), node("c"))).isEqualTo(Fit.fits());
    statement.discard();
    assertThat(plugin.predicate(task("second"), node("a"))).isEqualTo(Fit.fits());
    assertThat(plugin.predicateDependence(task("second"))).isEqualTo(Dependence.CLUSTER);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":{\"cpu\":1}}|true",
        "{\"a\":{\"cpu\":\"950m\"}}|false",
        "{\"a\":{\"pods\":\"1\"}}|true",
        "{\"a\":{\"pods\":0}}|false",
        "{\"a\":{\"example.com/unknown\":\"0\"}}|true",
        "{\"a\":{\"cpu\":null}}|false",
        "{\"a\":null}|true",
        "null|true",
        "{}|true"
      })
  void aLimitCountsForTheResourcesThatItStates(String limits, boolean fits) {
    open(limited(limits));
    assertThat(plugin.predicate(task("pod"), node("a")).isSuccess()).isEqualTo(fits);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"not json", "[]", "1", "{\"a\":1}", "{\"a\":{\"cpu\":\"much\"}}", "{} {}"})
  void limitsThatCannotBeReadCloseEveryNode(String limits) {
    args = new NodeGroupArgs(false, false);
    open(limited(limits));
    for (String node : List.of("a", "b", "none")) {
      assertThat(plugin.predicate(task("pod"), node(node)).reasons())
          .containsExactly("node group resource limit annotation invalid");
    }
    assertThat(plugin.scoreNode(task("pod"), node("a"))).isEqualTo(100);
  }

  @Test
  void withoutLimitsAnAnswerIsAboutOneNodeOnly() {
    open(queue("q").affinity(groups(List.of("a")), NodeGroups.NONE));
    assertThat(plugin.predicateDependence(task("pod"))).isEqualTo(Dependence.NODE);
    assertThat(plugin.nodeOrderDependence(task("pod"))).isEqualTo(Dependence.NODE);
    assertThat(plugin.tellsJobsApart()).isTrue();
  }

  private static QueueBuilder limited(String limits) {
    return queue("q")
        .affinity(groups(List.of("a", "b", "c")), NodeGroups.NONE)
        .annotation(VolcanoKeys.NODE_GROUP_RESOURCE_LIMITS, limits);
  }

  private void open(QueueBuilder queue) {
    PodGroupBuilder job = podGroup("job").queue("q");
    session = world.with(queue.build(), job.build()).open();
  }

  private TaskState task(String name) {
    return session.jobs().stream()
        .flatMap(job -> job.tasks().stream())
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private NodeState node(String name) {
    return Objects.requireNonNull(session.node(name));
  }

  private static NodeGroups groups(List<String> required, String... preferred) {
    return new NodeGroups(required, List.of(preferred));
  }

  private static Node inGroup(String group) {
    return NodeBuilder.node(group)
        .label(VolcanoKeys.NODE_GROUP_NAME, group)
        .allocatable("cpu", "20")
        .allocatable("pods", "20")
        .build();
  }
}
