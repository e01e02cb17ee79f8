package io.merapi.batch.regressions;

import static io.merapi.batch.session.World.pending;
import static io.merapi.batch.session.World.running;
import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.batch.plugins.extender.Extender;
import io.merapi.batch.plugins.extender.TestServer;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An extender that was gone made gangs start in part and queues stand still, and one that rejected
 * an eviction had its victims evicted all the same.
 */
class FailingExtendersDecideNothingTest {

  private final TestServer server = new TestServer().answering("open", null);
  private final World world =
      new World(
          node("n").allocatable("cpu", "4").build(),
          podGroup("g").build(),
          pending("p", "g").build(),
          running("r", "g", "n").build());

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noJobIsReadyAndNoQueueOverusedBecauseACallFails(boolean ignorable) {
    SchedulingSession session = world.fixing(Fix.EXTENDERS_FAIL_SAFE).open();
    Extender extender = extender(session, ignorable);
    assertThat(extender.jobReady(requireNonNull(session.job("default/g")))).isFalse();
    assertThat(extender.overused(requireNonNull(session.queue("default")))).isFalse();
  }

  @Test
  void aRejectionEvictsNobody() {
    server.answering(
        "preemptable", Map.of("status", -1L, "victims", List.of(Map.of("UID", "uid-r"))));
    SchedulingSession upstream = world.open();
    assertThat(vote(upstream)).isEqualTo(VictimVote.of(List.of(task(upstream, "r"))));
    assertThat(vote(world.fixing(Fix.EXTENDERS_FAIL_SAFE).open()))
        .isEqualTo(VictimVote.of(List.of()));
  }

  private VictimVote vote(SchedulingSession session) {
    return extender(session, false).preemptable(task(session, "p"), List.of(task(session, "r")));
  }

  private Extender extender(SchedulingSession session, boolean ignorable) {
    return new Extender(TestServer.arguments(ignorable), session, server, _ -> {});
  }

  private static Task task(SchedulingSession session, String name) {
    return requireNonNull(session.job("default/g")).tasks().stream()
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
