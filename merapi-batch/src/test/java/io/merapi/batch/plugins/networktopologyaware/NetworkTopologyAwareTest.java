package io.merapi.batch.plugins.networktopologyaware;

import static io.merapi.testkit.HyperNodeBuilder.hyperNode;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.merapi.api.batch.NetworkTopology;
import io.merapi.api.batch.NetworkTopology.Mode;
import io.merapi.api.batch.SubGroupPolicy;
import io.merapi.api.node.Node;
import io.merapi.api.session.HyperNodes;
import io.merapi.api.session.HyperNodes.HyperNodeInfo;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.HyperNodeGradient.SearchPurpose;
import io.merapi.batch.job.JobState;
import io.merapi.batch.job.SubJobState;
import io.merapi.batch.job.TaskState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodGroupBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTopologyAwareTest {

  private static final String GPU = "nvidia.com/gpu";
  private static final String TOP = HyperNodes.TOP;

  /**
   * Racks {@code r0} (n0, n1) and {@code r1} (n2, n3) under one switch {@code s}, and n4 outside;
   * each node has four CPUs, of which one pod takes two on n2.
   */
  private final World world =
      new World(
          machine("n0"),
          machine("n1"),
          machine("n2"),
          machine("n3"),
          machine("n4"),
          hyperNode("r0").tierName("rack").nodes("n0", "n1").build(),
          hyperNode("r1").tierName("rack").nodes("n2", "n3").build(),
          hyperNode("s").tier(2).tierName("switch").hyperNodes("r0", "r1").build(),
          podGroup("other").build(),
          World.running("other", "other", "n2").request("cpu", "2").build());

  private NetworkTopologyAwareArgs args = NetworkTopologyAwareArgs.DEFAULTS;

  // Which domains

  @Test
  void aJobWithoutATopologyMayLieAnywhere() {
    world.with(podGroup("job").build(), World.pending("a", "job").build());
    assertThat(gradients(SearchPurpose.ALLOCATE)).containsExactly(List.of(TOP));
    assertThat(partGradients(SearchPurpose.ALLOCATE)).containsExactly(List.of(TOP));
  }

  @Test
  void theSmallestDomainsComeFirstUpToTheHighestTier() {
    hard(2);
    assertThat(gradients(SearchPurpose.ALLOCATE))
        .containsExactly(List.of("r0", "r1"), List.of("s"));
  }

  @Test
  void aTierMayBeGivenByItsName() {
    job(new NetworkTopology(Mode.HARD, null, "rack"));
    assertThat(gradients(SearchPurpose.ALLOCATE)).containsExactly(List.of("r0", "r1"));
  }

  @Test
  void softTopologyMayGoUpToTheWholeCluster() {
    job(new NetworkTopology(Mode.SOFT, 1, ""));
    assertThat(gradients(SearchPurpose.ALLOCATE))
        .containsExactly(List.of("r0", "r1"), List.of("s"), List.of(TOP));
  }

  @Test
  void softSubGroupsStayWithinTheHardTierOfTheirJob() {
    var policy =
        new SubGroupPolicy(
            "part", null, List.of("part"), 1, null, new NetworkTopology(Mode.SOFT, 1, ""));
    world.with(
        podGroup("job")
            .networkTopology(new NetworkTopology(Mode.HARD, 2, ""))
            .subGroups(policy)
            .build(),
        World.pending("a", "job").label("part", "0").build());
    assertThat(partGradients(SearchPurpose.ALLOCATE))
        .containsExactly(List.of("r0", "r1"), List.of("s"));
  }

  @Test
  void aDomainMustHaveTheMinimumOfTheJobFree() {
    hard(3, "7");
    assertThat(gradients(SearchPurpose.ALLOCATE))
        .containsExactly(List.of("r0"), List.of("s"), List.of(TOP));
    hard(3, "15");
    assertThat(gradients(SearchPurpose.ALLOCATE)).containsExactly(List.of(TOP));
    hard(3, "19");
    assertThat(gradients(SearchPurpose.ALLOCATE)).isEmpty();
  }

  @Test
  void aDomainMustHaveWhatThePendingTasksOfASubJobAskFor() {
    hard(2);
    world.with(
        World.pending("b", "job").request("cpu", "3").build(),
        World.pending("c", "job").request("cpu", "3").build());
    assertThat(partGradients(SearchPurpose.ALLOCATE)).containsExactly(List.of("r0"), List.of("s"));
  }

  @Test
  void whatIsBeingReleasedIsAsGoodAsFree() {
    hard(1, "8");
    assertThat(gradients(SearchPurpose.ALLOCATE)).containsExactly(List.of("r0"));
    world.with(World.running("other", "other", "n2").request("cpu", "2").terminating().build());
    assertThat(gradients(SearchPurpose.ALLOCATE)).containsExactly(List.of("r0", "r1"));
  }

  @Test
  void evictionsLookAtWhatThereIsAtAllAndAtWideDomainsFirst() {
    hard(3, "8");
    assertThat(gradients(SearchPurpose.EVICT))
        .containsExactly(List.of(TOP), List.of("s"), List.of("r0", "r1"));
    hard(3, "9");
    assertThat(gradients(SearchPurpose.EVICT)).containsExactly(List.of(TOP), List.of("s"));
  }

  @Test
  void evictionsLookAtFewDomains() {
    args = new NetworkTopologyAwareArgs(1, 1, 1, Map.of(), true, 0.8, 3);
    hard(3);
    assertThat(gradients(SearchPurpose.EVICT))
        .containsExactly(List.of(TOP), List.of("s"), List.of("r1"));
    assertThat(partGradients(SearchPurpose.EVICT))
        .containsExactly(List.of(TOP), List.of("s"), List.of("r1"));
  }

  @Test
  void aJobThatRunsInPartsStaysWithinReachOfThem() {
    hard(1, "100");
    world.with(World.running("b", "job", "n3").build());
    assertThat(gradients(SearchPurpose.ALLOCATE)).containsExactly(List.of("r1"));
    hard(2, "100");
    assertThat(gradients(SearchPurpose.ALLOCATE))
        .containsExactly(List.of("r0", "r1"), List.of("s"));
  }

  @Test
  void aJobThatLiesTooWideAlreadyHasNoDomain() {
    hard(1);
    world.with(World.running("b", "job", "n0").build(), World.running("c", "job", "n3").build());
    assertThat(gradients(SearchPurpose.ALLOCATE)).isEmpty();
  }

  @Test
  void onlyDomainsBelowTheOneGivenAreOfUse() {
    hard(2);
    world.with(World.running("b", "job", "n3").build());
    SchedulingSession session = world.open();
    var plugin = new NetworkTopologyAware(args, session);
    HyperNodeInfo r0 = Objects.requireNonNull(session.hyperNodes().named("r0"));
    assertThat(plugin.gradients(job(session), r0, SearchPurpose.ALLOCATE))
        .containsExactly(List.of(r0));
    hard(1);
    SchedulingSession narrow = world.open();
    assertThat(
            new NetworkTopologyAware(args, narrow)
                .gradients(job(narrow), r0, SearchPurpose.ALLOCATE))
        .isEmpty();
  }

  // Which domain first

  @Test
  void aDomainScoresByHowMuchOfItWouldBeInUse() {
    hard(3);
    world.with(World.pending("b", "job").request("cpu", "1").build());
    assertThat(domainScore("r0")).isCloseTo(2.0 / 8 * 100, within(1e-9));
    assertThat(domainScore("r1")).isCloseTo(4.0 / 8 * 100, within(1e-9));
    assertThat(domainScore("s")).isCloseTo(4.0 / 16 * 100, within(1e-9));
    assertThat(domainScore(TOP)).isCloseTo(4.0 / 20 * 100, within(1e-9));
  }

  @Test
  void aDomainThatDoesNotHoldAllTasksScoresNothing() {
    hard(3);
    world.with(World.pending("b", "job").request("cpu", "6").build());
    assertThat(domainScore("r1")).isZero();
    assertThat(domainScore("r0")).isPositive();
  }

  @Test
  void resourcesOfADomainCountByTheirWeights() {
    args = new NetworkTopologyAwareArgs(2, 3, 1, Map.of(GPU, 0L), true, 0.8, 8);
    world.with(
        podGroup("job").build(),
        World.pending("a", "job").request("cpu", "4").request("memory", "4Gi").build());
    assertThat(domainScore("r0")).isCloseTo((3 * 0.5 + 0.25) / 4 * 200, within(1e-9));
  }

  @Test
  void aListedResourceMustSufficeWhateverItsWeight() {
    args = new NetworkTopologyAwareArgs(1, 1, 1, Map.of(GPU, 0L), true, 0.8, 8);
    world.with(podGroup("job").build(), World.pending("a", "job").request(GPU, "1").build());
    assertThat(domainScore("r0")).isZero();
    args = NetworkTopologyAwareArgs.DEFAULTS;
    assertThat(domainScore("r0")).isPositive();
  }

  @Test
  void ofEquallyGoodDomainsTheOneWithMoreOfTheTasksWins() {
    world.with(
        podGroup("job").build(),
        World.pending("a", "job").request("cpu", "1").build(),
        World.running("b", "job", "n0").request("cpu", "2").build());
    // Both would be in use by (2 + 3) / 8; half of the job's tasks are in r0.
    assertThat(domainScore("r0")).isCloseTo(5.0 / 8 * 100 + 50, within(1e-9));
    assertThat(domainScore("r1")).isCloseTo(5.0 / 8 * 100, within(1e-9));
  }

  @Test
  void whatMovesInTheSessionCounts() {
    world.with(podGroup("job").build(), World.pending("a", "job").build());
    SchedulingSession session = world.tier(one -> new NetworkTopologyAware(args, one)).open();
    double before = domainScore(session, "r1");
    var statement = session.statement();
    statement.evict(task(session, "other", "other"), "test");
    assertThat(domainScore(session, "r1")).isCloseTo(before - 25, within(1e-9));
    statement.discard();
    assertThat(domainScore(session, "r1")).isEqualTo(before);
    session.statement().allocate(task(session, "job", "a"), nodeOf(session, "n3"));
    assertThat(domainScore(session, "r1")).isGreaterThan(before);
  }

  // Which node

  @ParameterizedTest(name = "with the job in {0}: n0 {1}, n2 {2}, n4 {3}")
  @CsvSource({"r0, 1, 0.5, 0", "r1, 0.5, 1, 0", "s, 0.5, 0.5, 0", "nowhere, 0, 0, 0"})
  void aNodeScoresByHowCloseItIsToTheRestOfTheJob(
      String allocated, double n0, double n2, double n4) {
    hard(3);
    assertThat(nodeScores(allocated))
        .isEqualTo(Map.of("n0", n0 * 100, "n2", n2 * 100, "n4", n4 * 100));
  }

  @Test
  void ofEquallyCloseNodesThoseWithMoreOfTheTasksNearbyWin() {
    hard(3);
    world.with(World.running("b", "job", "n2").build());
    assertThat(nodeScores("s")).isEqualTo(Map.of("n0", 50.0, "n2", 100.0, "n4", 0.0));
  }

  @Test
  void theFirstTaskOfAJobWithATopologyMayGoToAnyNode() {
    hard(3);
    assertThat(nodeScores("")).isEqualTo(Map.of("n0", 0.0, "n2", 0.0, "n4", 0.0));
  }

  @Test
  void aTaskWithoutATopologyFillsDomainsUpFromTheBottom() {
    world.with(podGroup("job").build(), World.pending("a", "job").request("cpu", "2").build());
    double sum = 1 + 0.8 + 0.64;
    Map<String, Double> scores = nodeScores("");
    assertThat(scores.get("n0"))
        .isCloseTo((2.0 / 8 + 0.8 * 4 / 16 + 0.64 * 4 / 20) / sum * 100, within(1e-9));
    assertThat(scores.get("n2"))
        .isCloseTo((4.0 / 8 + 0.8 * 4 / 16 + 0.64 * 4 / 20) / sum * 100, within(1e-9));
    // Outside of all racks and switches nobody is in the way.
    assertThat(scores.get("n4")).isCloseTo((1 + 0.8 + 0.64 * 4 / 20) / sum * 100, within(1e-9));
  }

  @Test
  void withoutFadingOnlyTheLowestTierCounts() {
    args = new NetworkTopologyAwareArgs(1, 1, 1, Map.of(), true, 0, 8);
    world.with(podGroup("job").build(), World.pending("a", "job").request("cpu", "2").build());
    assertThat(nodeScores("")).isEqualTo(Map.of("n0", 25.0, "n2", 50.0, "n4", 100.0));
  }

  @Test
  void aTierThatNoDomainHasCountsAsFull() {
    args = new NetworkTopologyAwareArgs(1, 1, 1, Map.of(), true, 1, 8);
    world.with(
        hyperNode("spine").tier(4).hyperNodes("s").build(),
        podGroup("job").build(),
        World.pending("a", "job").request("cpu", "2").build());
    // Tiers 1, 2, (3), 4 and the top.
    assertThat(nodeScores("").get("n0"))
        .isCloseTo((2.0 / 8 + 4.0 / 16 + 1 + 4.0 / 16 + 4.0 / 20) / 5 * 100, within(1e-9));
  }

  @Test
  void packingOfTasksWithoutATopologyCanBeSwitchedOff() {
    args = new NetworkTopologyAwareArgs(1, 1, 1, Map.of(), false, 0.8, 8);
    world.with(podGroup("job").build(), World.pending("a", "job").build());
    assertThat(nodeScores("")).isEqualTo(Map.of("n0", 0.0, "n2", 0.0, "n4", 0.0));
  }

  private static Node machine(String name) {
    return node(name)
        .allocatable("cpu", "4")
        .allocatable("memory", "8Gi")
        .allocatable("pods", "10")
        .build();
  }

  private void hard(int tier) {
    job(new NetworkTopology(Mode.HARD, tier, ""));
  }

  private void hard(int tier, String minimumCpu) {
    add(
        podGroup("job")
            .networkTopology(new NetworkTopology(Mode.HARD, tier, ""))
            .minResource("cpu", minimumCpu));
  }

  private void job(NetworkTopology topology) {
    add(podGroup("job").networkTopology(topology));
  }

  private void add(PodGroupBuilder group) {
    world.with(group.build(), World.pending("a", "job").request("cpu", "1").build());
  }

  private List<List<String>> gradients(SearchPurpose purpose) {
    SchedulingSession session = world.open();
    return names(
        new NetworkTopologyAware(args, session)
            .gradients(job(session), session.hyperNodes().top(), purpose));
  }

  private List<List<String>> partGradients(SearchPurpose purpose) {
    SchedulingSession session = world.open();
    return names(
        new NetworkTopologyAware(args, session)
            .gradients(part(session), session.hyperNodes().top(), purpose));
  }

  private static List<List<String>> names(List<List<HyperNodeInfo>> gradients) {
    return gradients.stream()
        .map(gradient -> gradient.stream().map(HyperNodeInfo::name).toList())
        .toList();
  }

  private double domainScore(String domain) {
    SchedulingSession session = world.open();
    return score(new NetworkTopologyAware(args, session), session, domain);
  }

  /** The same by the plugin that the session itself has. */
  private static double domainScore(SchedulingSession session, String domain) {
    return score(
        (NetworkTopologyAware) session.domains().orders().plugins().getFirst(), session, domain);
  }

  private static double score(
      NetworkTopologyAware plugin, SchedulingSession session, String domain) {
    List<HyperNodeInfo> all = session.hyperNodes().all();
    int place = all.stream().map(HyperNodeInfo::name).toList().indexOf(domain);
    return plugin.scoreHyperNodes(part(session), all)[place];
  }

  /** The scores of n0, n2 and n4 for the pending task, with its job in a domain. */
  private Map<String, Double> nodeScores(String allocated) {
    SchedulingSession session = world.open();
    TaskState task = task(session, "job", "a");
    task.setJobAllocatedHyperNode(allocated);
    List<SessionNode> nodes =
        List.of(nodeOf(session, "n0"), nodeOf(session, "n2"), nodeOf(session, "n4"));
    double[] scores = new NetworkTopologyAware(args, session).scoreNodes(task, nodes);
    return Map.of("n0", scores[0], "n2", scores[1], "n4", scores[2]);
  }

  private static SessionNode nodeOf(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.node(name));
  }

  private static JobState job(SchedulingSession session) {
    return Objects.requireNonNull(session.job("default/job"));
  }

  private static SubJobState part(SchedulingSession session) {
    return job(session).subJobs().iterator().next();
  }

  private static TaskState task(SchedulingSession session, String job, String name) {
    return Objects.requireNonNull(session.job("default/" + job)).tasks().stream()
        .filter((Task task) -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
