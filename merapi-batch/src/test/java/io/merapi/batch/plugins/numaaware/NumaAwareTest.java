package io.merapi.batch.plugins.numaaware;

import static io.merapi.testkit.NumatopologyBuilder.numatopology;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.VolcanoKeys;
import io.merapi.api.feature.FeatureGate;
import io.merapi.api.framework.Dependence;
import io.merapi.api.node.Node;
import io.merapi.api.session.extension.Fit;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import io.merapi.testkit.NumatopologyBuilder;
import io.merapi.testkit.PodBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes have two NUMA nodes of four CPUs each. */
class NumaAwareTest {

  private final CpuReservations reservations = new CpuReservations();
  private final World world =
      new World(
          podGroup("job").build(),
          node("plain"),
          node("shared"),
          numatopology("shared")
              .numaNodes(2, 2)
              .cpuManager("none")
              .topologyManager("restricted")
              .build(),
          node("loose"),
          numatopology("loose").numaNodes(2, 2).build(),
          node("strict"),
          strict().build(),
          node("full"),
          numatopology("full").numaNodes(2, 2).topologyManager("restricted").free("").build());
  private NumaAwareArgs args = NumaAwareArgs.DEFAULTS;
  private SchedulingSession session = world.open();
  private NumaAware plugin = new NumaAware(args, session, reservations);

  NumaAwareTest() {
    world.tier(opened -> {
      plugin = new NumaAware(args, opened, reservations);
      return plugin;
    });
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "plain, numa info is empty",
    "shared, cpu manager policy isn't static",
    "loose, task topology policy[restricted] is different with node[]",
    "full, cpu allocatable map is empty"
  })
  void aPodThatNamesAPolicyNeedsANodeThatHasIt(String node, String why) {
    world.with(guaranteed("pod", "4", "restricted").build());
    open();
    Fit fit = plugin.predicate(task("pod"), node(session, node));
    assertThat(fit.reasons()).containsExactly(why);
    assertThat(fit.has(Fit.Code.ERROR)).isTrue();
    assertThat(plugin.predicate(task("pod"), node(session, "strict"))).isEqualTo(Fit.fits());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "none"})
  void aPodThatNamesNonePlacesNoDemandsButNodesDo(String policy) {
    world.with(guaranteed("small", "4", policy).build(), guaranteed("large", "9", policy).build());
    open();
    for (String node : List.of("plain", "shared", "loose")) {
      assertThat(plugin.predicate(task("large"), node(session, node))).isEqualTo(Fit.fits());
    }
    assertThat(plugin.predicate(task("small"), node(session, "strict"))).isEqualTo(Fit.fits());
    Fit refusal = plugin.predicate(task("large"), node(session, "strict"));
    assertThat(refusal.reasons()).containsExactly("container main cannot be assigned by numa");
    assertThat(refusal.has(Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE)).isTrue();
  }

  @Test
  void podsThatAreNotGuaranteedShareCpusAndGoAnywhere() {
    world.with(
        World.pending("pod", "job")
            .request("cpu", "9")
            .annotation(VolcanoKeys.NUMA_TOPOLOGY_POLICY, "restricted")
            .build());
    open();
    for (String node : List.of("plain", "shared", "loose", "strict", "full")) {
      assertThat(plugin.predicate(task("pod"), node(session, node))).isEqualTo(Fit.fits());
    }
    assertThat(plugin.scoreNodes(task("pod"), List.of(node(session, "strict")))).containsExactly(0);
  }

  @ParameterizedTest(name = "weight {0}: {1}")
  @CsvSource({"1, 50", "10, 500", "0, 0", "-1, -50"})
  void nodesWhereItsCpusLieOnFewNumaNodesScoreMore(long weight, double score) {
    args = new NumaAwareArgs(weight);
    world.with(
        node("one"),
        numatopology("one").numaNodes(2, 2).topologyManager("best-effort").build(),
        node("two"),
        numatopology("two").numaNodes(2, 2).topologyManager("best-effort").free("0-2,4-6").build(),
        guaranteed("pod", "4", "best-effort").build());
    open();
    List<NodeState> nodes = List.of(node(session, "one"), node(session, "two"));
    assertThat(plugin.scoreNodes(task("pod"), nodes)).containsExactly(0, 0);
    nodes.forEach(node -> plugin.predicate(task("pod"), node));
    assertThat(plugin.scoreNodes(task("pod"), nodes)).containsExactly(score, 0);
  }

  @Test
  void withoutAPolicyOfItsOwnAPodScoresNothing() {
    world.with(guaranteed("pod", "4", "").build());
    open();
    plugin.predicate(task("pod"), node(session, "strict"));
    assertThat(plugin.scoreNodes(task("pod"), List.of(node(session, "strict")))).containsExactly(0);
  }

  @Test
  void placedPodsHoldTheirCpusAndGiveThemBack() {
    world.with(
        guaranteed("one", "4", "restricted").build(),
        guaranteed("two", "4", "restricted").build(),
        guaranteed("three", "4", "restricted").build());
    open();
    Statement statement = session.statement();
    assertThat(place(statement, "one")).isEqualTo(Fit.fits());
    assertThat(place(statement, "two")).isEqualTo(Fit.fits());
    assertThat(plugin.predicate(task("three"), node(session, "strict")).reasons())
        .containsExactly("cpu allocatable map is empty");
    statement.discard();
    assertThat(plugin.predicate(task("three"), node(session, "strict"))).isEqualTo(Fit.fits());
  }

  @Test
  void thePodsOfASessionKeepTheirCpusInTheNextUntilTheNodeKnowsThem() {
    world.with(guaranteed("one", "4", "restricted").build());
    bindInSession("one");
    world.with(
        guaranteed("one", "4", "restricted").on("strict").build(),
        guaranteed("two", "4", "restricted").build());
    bindInSession("two");
    world.with(
        guaranteed("two", "4", "restricted").on("strict").build(),
        guaranteed("three", "4", "restricted").build());
    open();
    assertThat(strictFor("three").reasons()).containsExactly("cpu allocatable map is empty");

    // The kubelet chose other CPUs for one of them: until it tells of both, none is free.
    world.with(strict().free("0-3").knows("uid-one", "other").build());
    open();
    assertThat(strictFor("three").reasons()).containsExactly("cpu allocatable map is empty");

    world.with(strict().free("0-3").knows("uid-one", "other").knows("", "two").build());
    open();
    assertThat(strictFor("three")).isEqualTo(Fit.fits());
  }

  @Test
  void aPodThatDidNotGetToItsNodeHoldsNothingThere() {
    world.with(guaranteed("one", "8", "restricted").build());
    bindInSession("one");
    open();
    assertThat(strictFor("one")).isEqualTo(Fit.fits());
  }

  @Test
  void whatNodesReportDoesNotCountWhileTheFeatureIsOff() {
    world
        .with(guaranteed("pod", "4", "restricted").build())
        .disabling(FeatureGate.RESOURCE_TOPOLOGY);
    open();
    assertThat(strictFor("pod").reasons()).containsExactly("numa info is empty");
  }

  @Test
  void answersForPodsThatGetNoCpusOfTheirOwnCanBeKept() {
    world.with(guaranteed("pod", "4", "restricted").build(), World.pending("any", "job").build());
    open();
    assertThat(plugin.predicateDependence(task("pod"))).isEqualTo(Dependence.CLUSTER);
    assertThat(plugin.scoreParts(task("pod"))).isEmpty();
    assertThat(plugin.predicateDependence(task("any"))).isEqualTo(Dependence.NODE);
    assertThat(plugin.scoreParts(task("any"))).isEqualTo(Optional.of(List.of()));
    assertThat(plugin.tellsJobsApart()).isFalse();
  }

  private void open() {
    session = world.open();
  }

  private void bindInSession(String pod) {
    open();
    assertThat(place(session.statement(), pod)).isEqualTo(Fit.fits());
    plugin.close();
  }

  private Fit place(Statement statement, String pod) {
    Fit fit = strictFor(pod);
    statement.allocate(task(pod), node(session, "strict"));
    return fit;
  }

  private Fit strictFor(String pod) {
    return plugin.predicate(task(pod), node(session, "strict"));
  }

  private TaskState task(String name) {
    return session.jobs().stream()
        .flatMap(job -> job.tasks().stream())
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static NodeState node(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.node(name));
  }

  private static Node node(String name) {
    return NodeBuilder.node(name)
        .allocatable("cpu", "8")
        .allocatable("memory", "8Gi")
        .allocatable("pods", "10")
        .build();
  }

  private static NumatopologyBuilder strict() {
    return numatopology("strict").numaNodes(2, 2).topologyManager("restricted");
  }

  private static PodBuilder guaranteed(String name, String cpus, String policy) {
    PodBuilder pod =
        World.pending(name, "job").requestExactly("cpu", cpus).requestExactly("memory", "1Gi");
    return policy.isEmpty() ? pod : pod.annotation(VolcanoKeys.NUMA_TOPOLOGY_POLICY, policy);
  }
}
