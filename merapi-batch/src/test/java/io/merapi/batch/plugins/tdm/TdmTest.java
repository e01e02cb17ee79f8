package io.merapi.batch.plugins.tdm;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.SessionNode;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.NodeBuilder;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** It is midnight in the world of these tests, the first second of a day. */
class TdmTest {

  private static final String REVOCABLE = "volcano.sh/revocable-zone";
  private static final String PREEMPTABLE = "volcano.sh/preemptable";

  private final EvictionTimer timer = new EvictionTimer();
  private final World world =
      new World(
              lent("open", "whole"),
              lent("closed", "morning"),
              lent("odd", "odd"),
              lent("unknown", "unknown"),
              NodeBuilder.node("own").allocatable("cpu", "20").allocatable("pods", "20").build())
          .tier(opened ->
              new Tdm(new TdmArgs(zones(), TdmArgs.DEFAULTS.evictPeriod()), opened, timer));
  private SchedulingSession session = world.open();

  @ParameterizedTest(name = "{0} at {1}: {2}")
  @CsvSource({
    "10:00-21:00, 09:59:59, false",
    "10:00-21:00, 10:00:00, true",
    "10:00-21:00, 21:00:00, true",
    "10:00-21:00, 21:00:01, false",
    "22:00-06:00, 23:59:59, true",
    "22:00-06:00, 05:00:00, false",
    "00:00-00:00, 12:00:00, true",
    "9:00-10:00, 09:30:00, true",
    "10:00, 10:00:00, false",
    "25:00-26:00, 01:30:00, false"
  })
  void hoursCountFromTheDayThatItIs(String hours, String time, boolean open) {
    Instant moment = Instant.parse("2030-01-01T%sZ".formatted(time));
    assertThat(RevocableZone.parse(hours).openAt(moment)).isEqualTo(open);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "closed, current time beyond revocable zone morning:10:00-12:00",
    "odd, revocable zone 10:00 format error",
    "unknown, revocable zone unknown not support"
  })
  void outsideOfItsHoursANodeTakesNobody(String node, String why) {
    waiting("revocable", REVOCABLE, "*");
    open();
    Fit fit = tdm().predicate(task("revocable"), node(node));
    assertThat(fit.has(Fit.Code.UNSCHEDULABLE_AND_UNRESOLVABLE)).isTrue();
    assertThat(fit.reasons()).containsExactly(why);
    assertThatThrownBy(() -> tdm().scoreNode(task("revocable"), node(node)))
        .isInstanceOf(ScoreException.class)
        .hasMessage(why);
  }

  @Test
  void withinItsHoursANodeDrawsTasksThatMayBeRevokedAndTakesNoOthers() {
    waiting("revocable", REVOCABLE, "*");
    waiting("firm", PREEMPTABLE, "false");
    open();
    assertThat(tdm().predicate(task("revocable"), node("open")).isSuccess()).isTrue();
    assertThat(tdm().scoreNode(task("revocable"), node("open"))).isEqualTo(100);
    assertThat(tdm().predicate(task("firm"), node("open")).reasons())
        .containsExactly("not allow to dispatch to revocable node");
    assertThat(tdm().scoreNode(task("firm"), node("open"))).isZero();
  }

  @Test
  void otherNodesTakeEverybodyAndAreWorthNothing() {
    waiting("firm", PREEMPTABLE, "false");
    open();
    assertThat(tdm().predicate(task("firm"), node("own")).isSuccess()).isTrue();
    assertThat(tdm().scoreNode(task("firm"), node("own"))).isZero();
  }

  @Test
  void onlyATaskThatMayNotBeEvictedEvictsOthersAndOnlyFromNodesThatAreNotLent() {
    waiting("firm", PREEMPTABLE, "false");
    waiting("soft", PREEMPTABLE, "true");
    world.with(podGroup("job").build()).with(running("own", "open"));
    open();
    List<Task> candidates = List.of(task("job-0"), task("job-1"));
    assertThat(tdm().preemptable(task("firm"), candidates))
        .isEqualTo(VictimVote.of(List.of(task("job-0"))));
    assertThat(tdm().preemptable(task("soft"), candidates)).isEqualTo(VictimVote.of(List.of()));
  }

  @ParameterizedTest(name = "{0}={1}: {2} of 10, of which 8 run")
  @CsvSource({
    "no-budget, , 1",
    "volcano.sh/jdb-max-unavailable, 5, 3",
    "volcano.sh/jdb-max-unavailable, 25%, 1",
    "volcano.sh/jdb-max-unavailable, 2, 0",
    "volcano.sh/jdb-max-unavailable, some, 0",
    "volcano.sh/jdb-min-available, 5, 3",
    "volcano.sh/jdb-min-available, 61%, 1",
    "volcano.sh/jdb-min-available, 9, 1"
  })
  void aJobLosesAsManyTasksAsItsBudgetLeaves(String annotation, String value, int victims) {
    world.with(podGroup("job").annotation(annotation, Objects.toString(value, "")).build());
    world.with(running(Collections.nCopies(8, "closed").toArray(String[]::new)));
    world.with(World.pending("p1", "job").build(), World.pending("p2", "job").build());
    open();
    assertThat(tdm().victims(List.of())).hasSize(victims);
  }

  @Test
  void zonesWithoutOpenHoursAreClearedOncePerPeriod() {
    world.with(podGroup("job").build());
    world.with(running("closed", "open", "own", "odd", "unknown"));
    open();
    assertThat(tdm().victims(List.of())).extracting(Task::name).containsExactly("job-0", "job-3");
    open();
    assertThat(tdm().victims(List.of())).as("a session within the same minute").isEmpty();
    Instant later = World.NOW.plusSeconds(60);
    assertThat(timer.start(later.minusMillis(1), TdmArgs.DEFAULTS.evictPeriod())).isFalse();
    assertThat(timer.start(later, TdmArgs.DEFAULTS.evictPeriod())).isTrue();
  }

  @Test
  void jobsThatMayBeEvictedComeLastAndDoNotStarve() {
    waiting("firm", PREEMPTABLE, "false");
    world.with(
        podGroup("yields").annotation(PREEMPTABLE, "true").build(),
        World.pending("y", "yields").build());
    open();
    JobState firm = job("firm");
    JobState yields = job("yields");
    assertThat(session.orders().compareJobs(firm, yields)).isNegative();
    assertThat(session.votes().starving(firm)).isTrue();
    assertThat(session.votes().starving(yields)).isFalse();
  }

  @Test
  void aJobIsPipelinedWithItsMinimumOnNodesNowOrSoon() {
    waiting("firm", PREEMPTABLE, "false");
    open();
    assertThat(session.votes().pipelined(job("firm"))).isFalse();
    session.statement().pipeline(task("firm"), node("own"), false);
    assertThat(session.votes().pipelined(job("firm"))).isTrue();
  }

  private void open() {
    session = world.open();
  }

  private Tdm tdm() {
    return (Tdm) session.plugins().all().iterator().next();
  }

  private static Map<String, RevocableZone> zones() {
    var zones = new LinkedHashMap<String, RevocableZone>();
    zones.put("whole", RevocableZone.parse("00:00-00:00"));
    zones.put("morning", RevocableZone.parse("10:00-12:00"));
    zones.put("odd", RevocableZone.parse("10:00"));
    return zones;
  }

  private static ClusterObject lent(String name, String zone) {
    return NodeBuilder.node(name)
        .label(REVOCABLE, zone)
        .allocatable("cpu", "20")
        .allocatable("pods", "20")
        .build();
  }

  /** A pod that waits, with a mark, in a group of its own name. */
  private void waiting(String name, String mark, String value) {
    world.with(podGroup(name).build(), World.pending(name, name).annotation(mark, value).build());
  }

  /** Pods of the group {@code job}, {@code job-0} and so on, one on each node. */
  private static ClusterObject[] running(String... nodes) {
    return IntStream.range(0, nodes.length)
        .mapToObj(i -> World.running("job-" + i, "job", nodes[i]).build())
        .toArray(ClusterObject[]::new);
  }

  private SessionNode node(String name) {
    return Objects.requireNonNull(session.node(name));
  }

  private JobState job(String name) {
    return Objects.requireNonNull(session.job("default/" + name));
  }

  private Task task(String name) {
    return session.jobs().stream()
        .flatMap(job -> job.tasks().stream())
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
