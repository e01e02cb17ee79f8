package io.merapi.batch.plugins.cdp;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.PodPhase;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CdpTest {

  private static final String COOLDOWN = "volcano.sh/cooldown-time";

  @ParameterizedTest(name = "scheduled {0} s ago, cooldown of 10 min: spared {1}")
  @CsvSource({"0, true", "599, true", "600, false", "3600, false", "-60, true"})
  void aPodIsSparedUntilItsCooldownIsOver(long secondsAgo, boolean spared) {
    assertThat(spared(running(secondsAgo).label(COOLDOWN, "10m"))).isEqualTo(spared);
  }

  @Test
  void theTimeMayStandInAnAnnotation() {
    assertThat(spared(running(60).annotation(COOLDOWN, "10m"))).isTrue();
  }

  @Test
  void theLabelWinsOverTheAnnotation() {
    assertThat(spared(running(60).label(COOLDOWN, "10s").annotation(COOLDOWN, "10m"))).isFalse();
    assertThat(spared(running(60).label(COOLDOWN, "soon").annotation(COOLDOWN, "10m"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ten minutes", "10", "-10m", "0"})
  void aTimeThatIsNoneOrNotPositiveSparesNobody(String time) {
    assertThat(spared(running(1).label(COOLDOWN, time))).isFalse();
  }

  @Test
  void aPodWithoutATimeIsNotSpared() {
    assertThat(spared(running(1))).isFalse();
  }

  @Test
  void aPodThatDoesNotRunYetIsNotSpared() {
    assertThat(spared(running(1).label(COOLDOWN, "10m").phase(PodPhase.PENDING))).isFalse();
  }

  @Test
  void aPodThatDoesNotSayWhenItWasScheduledIsNotSpared() {
    PodBuilder pod = World.running("victim", "job", "n1").label(COOLDOWN, "10m");
    assertThat(spared(pod)).isFalse();
    assertThat(spared(pod.condition("PodScheduled", "True", ""))).isFalse();
  }

  private static PodBuilder running(long scheduledSecondsAgo) {
    return World.running("victim", "job", "n1")
        .scheduledAt(World.NOW.minus(Duration.ofSeconds(scheduledSecondsAgo)));
  }

  private static boolean spared(PodBuilder victim) {
    SchedulingSession session =
        new World(
                node("n1").allocatable("cpu", "8").build(),
                podGroup("job").build(),
                World.pending("new", "job").build(),
                victim.build())
            .open();
    Cdp plugin = new Cdp(session);
    List<? extends Task> candidates =
        List.copyOf(Objects.requireNonNull(session.node("n1")).tasks());
    Task pending = Objects.requireNonNull(session.job("default/job")).tasks().getFirst();
    VictimVote vote = plugin.preemptable(pending, candidates);
    assertThat(plugin.reclaimable(pending, candidates)).isEqualTo(vote);
    return vote.equals(VictimVote.of(List.of()));
  }
}
