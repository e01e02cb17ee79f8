package io.merapi.batch.plugins.extender;

import static io.merapi.batch.session.World.pending;
import static io.merapi.batch.session.World.running;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.merapi.api.framework.Dependence;
import io.merapi.api.framework.ScoreException;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.api.session.TaskStatus;
import io.merapi.api.session.extension.Fit;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.session.extension.Vote;
import io.merapi.batch.job.JobState;
import io.merapi.batch.node.NodeState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.Statement;
import io.merapi.batch.session.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtenderTest {

  private static final Map<String, Object> NOTHING = Map.of();

  private final World world =
      new World(
          node("n1").allocatable("cpu", "4").allocatable("pods", "10").build(),
          node("n2").allocatable("cpu", "4").allocatable("pods", "10").build(),
          podGroup("g").minMember(1).build(),
          pending("p", "g").request("gpu.example/a", "1").build(),
          podGroup("r").minMember(1).build(),
          running("r1", "r", "n1").build(),
          running("r2", "r", "n1").build());
  private final TestServer server = new TestServer().answering("open", null);
  private final List<String> failures = new ArrayList<>();
  private ExtenderArgs args = TestServer.arguments(false);
  private @Nullable Extender opened;
  private @Nullable SchedulingSession session;

  // Predicate

  @ParameterizedTest(name = "code {0}")
  @CsvSource({
    "0, ERROR",
    "1, ERROR",
    "2, UNSCHEDULABLE",
    "3, UNSCHEDULABLE_AND_UNRESOLVABLE",
    "4, WAIT",
    "5, SKIP"
  })
  void aMessageRefusesWithItsCodeAndIsAnErrorWithoutOne(long code, Fit.Code expected) {
    server.answering("predicate", Map.of("status", "no room", "code", code));
    assertThat(predicate().reasons()).containsExactly("no room");
    assertThat(predicate().has(expected)).isTrue();
  }

  @Test
  void withoutAMessageTheNodeFitsWhateverTheCode() {
    server.answering("predicate", Map.of("code", 2L));
    assertThat(predicate().isSuccess()).isTrue();
  }

  @Test
  void aCodeThatNobodyKnowsKeepsNoActionFromTheNode() {
    server.answering("predicate", Map.of("status", "?", "code", 17L));
    assertThat(predicate().isSuccess()).isFalse();
    assertThat(session().fitness().predicateForAllocation(task("p"), firstNode()).isSuccess())
        .isTrue();
    assertThat(session().fitness().predicateForEviction(task("p"), firstNode()).isSuccess())
        .isTrue();
  }

  @Test
  void aCallThatFailsRefusesAndSaysWhy() {
    server.failing("predicate", 500);
    assertThat(predicate().has(Fit.Code.ERROR)).isTrue();
    assertThat(predicate().reasons())
        .containsExactly(
            "failed predicate with extender at URL http://extender/predicate, code 500");
  }

  @Test
  void anIgnorableServerThatFailsHasNothingAgainstANode() {
    args = TestServer.arguments(true);
    assertThat(predicate().isSuccess()).isTrue();
    assertThat(failures).containsExactly("no answer");
  }

  // Prioritize

  @Test
  void scoresAreTakenAsTheyAreAndNodesThatAreNotNamedHaveNone() {
    server.answering("prioritize", Map.of("nodeScore", Map.of("n2", 2.5, "elsewhere", 9L)));
    assertThat(scores()).containsExactly(0, 2.5);
  }

  @Test
  void aMessageInPlaceOfScoresLeavesTheTaskWithoutANodeIgnorableOrNot() {
    args = TestServer.arguments(true);
    server.answering("prioritize", Map.of("errorMessage", "boom", "nodeScore", NOTHING));
    assertThatThrownBy(this::scores).isInstanceOf(ScoreException.class).hasMessage("boom");
    server.answering("prioritize", NOTHING);
    assertThatThrownBy(this::scores).isInstanceOf(ScoreException.class).hasMessage("");
  }

  @Test
  void scoresThatAreNotToBeHadCountAsNoneOnlyFromAnIgnorableServer() {
    assertThatThrownBy(this::scores).isInstanceOf(ScoreException.class).hasMessage("no answer");
    args = TestServer.arguments(true);
    opened = null;
    assertThat(scores()).containsExactly(0, 0);
  }

  // Preemptable and reclaimable

  @ParameterizedTest
  @ValueSource(longs = {1, -1, 7})
  void whateverTheStatusTheNamedVictimsMayBeEvicted(long status) {
    var answer = Map.of("status", status, "victims", List.of(Map.of("UID", "uid-r2"), NOTHING));
    server.answering("preemptable", answer).answering("reclaimable", answer);
    for (VictimVote vote : votes()) {
      assertThat(vote).isEqualTo(VictimVote.of(List.of(task("r2"))));
    }
  }

  @Test
  void aStatusOfZeroAbstains() {
    var answer = Map.of("victims", List.of(Map.of("UID", "uid-r2")));
    server.answering("preemptable", answer).answering("reclaimable", answer);
    assertThat(votes()).containsOnly(VictimVote.abstain());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServerThatFailsLetsNobodyBeEvicted(boolean ignorable) {
    args = TestServer.arguments(ignorable);
    assertThat(votes()).containsOnly(VictimVote.of(List.of()));
  }

  private List<VictimVote> votes() {
    List<Task> running = List.of(task("r1"), task("r2"));
    return List.of(
        extender().preemptable(task("p"), running), extender().reclaimable(task("p"), running));
  }

  // Jobs and queues

  @ParameterizedTest
  @CsvSource({"1, PERMIT", "5, PERMIT", "0, ABSTAIN", "-1, REJECT"})
  void theSignOfTheStatusIsTheVoteOnAJob(long status, Vote expected) {
    server.answering("jobEnqueueable", Map.of("status", status));
    assertThat(extender().jobEnqueueable(job("g"))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"true, PERMIT", "false, REJECT"})
  void aServerThatFailsAdmitsJobsOnlyIfItIsIgnorable(boolean ignorable, Vote expected) {
    args = TestServer.arguments(ignorable);
    assertThat(extender().jobEnqueueable(job("g"))).isEqualTo(expected);
  }

  @Test
  void theServerLearnsOfAdmittedJobsAndMayFailToListen() {
    extender().jobEnqueued(job("g"));
    assertThat(server.verbs()).endsWith("jobEnqueued");
    assertThat(server.asked("job", "UID")).isEqualTo("default/g");
    assertThat(failures).containsExactly("no answer");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readinessAndOveruseAreAsTheServerSays(boolean yes) {
    server
        .answering("jobReady", Map.of("status", yes))
        .answering("queueOverused", Map.of("overused", yes));
    assertThat(extender().jobReady(job("g"))).isEqualTo(yes);
    assertThat(overused()).isEqualTo(yes);
  }

  /** Upstream's answers, odd as they are: the right ones are behind a fix. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServerThatFailsSaysYesUnlessItIsIgnorable(boolean ignorable) {
    args = TestServer.arguments(ignorable);
    assertThat(extender().jobReady(job("g"))).isEqualTo(!ignorable);
    assertThat(overused()).isEqualTo(!ignorable);
  }

  // Events

  @Test
  void theServerLearnsOfEveryMoveAndItsReverse() {
    server.answering("allocate", NOTHING).answering("deallocate", null);
    Statement statement = session().statement();
    assertThat(statement.allocate(task("p"), firstNode()).isSuccess()).isTrue();
    assertThat(server.asked("task", "NodeName")).isEqualTo("n1");
    assertThat(server.asked("task", "Status")).isEqualTo(2);
    statement.discard();
    assertThat(server.verbs()).containsExactly("open", "allocate", "deallocate");
    assertThat(server.asked("task", "Status")).isEqualTo(1);
    assertThat(failures).isEmpty();
  }

  @Test
  void aMessageKeepsATaskFromItsNode() {
    server
        .answering("allocate", Map.of("errorMessage", "refused"))
        .answering("deallocate", NOTHING);
    assertThat(session().statement().allocate(task("p"), firstNode()).texts())
        .containsExactly("refused");
    assertThat(task("p").status()).isEqualTo(TaskStatus.PENDING);
    assertThat(server.verbs()).endsWith("allocate", "deallocate");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServerThatDoesNotListenKeepsATaskFromItsNodeUnlessItIsIgnorable(boolean ignorable) {
    args = TestServer.arguments(ignorable);
    assertThat(session().statement().allocate(task("p"), firstNode()).isSuccess())
        .isEqualTo(ignorable);
  }

  // The session as a whole

  @Test
  void aServerThatMissesTheOpeningIsNotAskedAndStillToldOfTheEnd() {
    server.failing("open", 500).answering("close", null);
    assertThat(predicate().isSuccess()).isTrue();
    assertThat(scores()).containsExactly(0, 0);
    assertThat(votes()).containsOnly(VictimVote.abstain());
    assertThat(extender().jobEnqueueable(job("g"))).isEqualTo(Vote.ABSTAIN);
    extender().jobEnqueued(job("g"));
    assertThat(extender().jobReady(job("g"))).isTrue();
    assertThat(overused()).isFalse();
    assertThat(session().statement().allocate(task("p"), firstNode()).isSuccess()).isTrue();
    session().close();
    assertThat(server.verbs()).containsExactly("open", "close");
    assertThat(server.calls()).allMatch(call -> !call.wantsAnswer());
  }

  @Test
  void anIgnorableServerThatMissesTheOpeningIsAskedAllTheSame() {
    args = TestServer.arguments(true);
    server.failing("open", 500).answering("predicate", Map.of("status", "no"));
    assertThat(predicate().isSuccess()).isFalse();
  }

  @Test
  void onlyTasksWithAManagedResourceAreTheServersBusiness() {
    args = TestServer.arguments(false, "gpu.example/a");
    server.answering("predicate", Map.of("status", "no"));
    assertThat(extender().predicate(task("r1"), firstNode()).isSuccess()).isTrue();
    assertThat(extender().predicateDependence(task("r1"))).isEqualTo(Dependence.NODE);
    assertThat(extender().scoreParts(task("r1"))).hasValue(List.of());
    assertThat(extender().scoreNodes(task("r1"), session().nodes())).containsExactly(0, 0);
    assertThat(extender().preemptable(task("r1"), List.of())).isEqualTo(VictimVote.abstain());
    assertThat(extender().allocated(task("r1")).isSuccess()).isTrue();
    assertThat(server.verbs()).containsExactly("open");

    assertThat(predicate().isSuccess()).isFalse();
    assertThat(extender().predicateDependence(task("p"))).isEqualTo(Dependence.CLUSTER);
    assertThat(extender().scoreParts(task("p"))).isEmpty();
  }

  @Test
  void slashesAtTheEndOfThePrefixDoNotDouble() {
    args =
        new ExtenderArgs(
            "http://extender//", args.timeout(), args.verbs(), false, args.managedResources());
    extender();
    assertThat(server.calls().getFirst().url()).isEqualTo("http://extender/open");
    assertThat(server.calls().getFirst().timeout()).isEqualTo(args.timeout());
  }

  private SchedulingSession session() {
    if (session == null || opened == null) {
      session = world.tier(this::open).open();
    }
    return session;
  }

  private Extender open(Session opening) {
    opened = new Extender(args, opening, server, failures::add);
    return opened;
  }

  private Extender extender() {
    session();
    return requireNonNull(opened);
  }

  private Fit predicate() {
    return extender().predicate(task("p"), firstNode());
  }

  private double[] scores() {
    return extender().scoreNodes(task("p"), session().nodes());
  }

  private boolean overused() {
    return extender().overused(requireNonNull(session().queue("default")));
  }

  private NodeState firstNode() {
    return session().nodes().getFirst();
  }

  private JobState job(String name) {
    return requireNonNull(session().job("default/" + name));
  }

  private Task task(String name) {
    return session().jobs().stream()
        .flatMap(job -> job.tasks().stream())
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
