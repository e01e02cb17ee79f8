package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.fixes.Fix;
import io.merapi.batch.plugins.overcommit.Overcommit;
import io.merapi.batch.plugins.overcommit.OvercommitArgs;
import io.merapi.batch.plugins.proportion.Proportion;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Groups that were admitted and never ran kept others out of their queue for ever. */
class DeadGroupsGiveTheirQuotaBackTest {

  private static final Duration LONG = Duration.ofMinutes(6);
  private static final Duration SHORT = Duration.ofMinutes(4);

  @Test
  void aGroupThatNeverGotAPodKeepsItsQuotaForAWhileOnly() {
    assertThat(admitsAnother(Fix.RELEASE_DEAD_INQUEUE, admitted(LONG))).isTrue();
    assertThat(admitsAnother(Fix.RELEASE_DEAD_INQUEUE, admitted(SHORT))).isFalse();
    assertThat(admitsAnother(Fix.PURE_ENQUEUE_VOTES, admitted(LONG))).isFalse();
  }

  @Test
  void aGroupWhosePodsFitNowhereDoesToo() {
    assertThat(admitsAnother(Fix.RELEASE_DEAD_INQUEUE, admitted(LONG), waitingPod(LONG))).isTrue();
    assertThat(admitsAnother(Fix.RELEASE_DEAD_INQUEUE, admitted(LONG), waitingPod(SHORT)))
        .isFalse();
  }

  @Test
  void aGroupThatHasStartedKeepsItsQuota() {
    ClusterObject running =
        World.running("first", "before", "n1").created(World.NOW.minus(LONG)).build();
    assertThat(admitsAnother(Fix.RELEASE_DEAD_INQUEUE, admitted(LONG), running)).isFalse();
  }

  private static ClusterObject admitted(Duration age) {
    return podGroup("before")
        .queue("a")
        .phase(PodGroupPhase.INQUEUE)
        .minResource("cpu", "8")
        .created(World.NOW.minus(age))
        .build();
  }

  private static ClusterObject waitingPod(Duration age) {
    return World.pending("first", "before").created(World.NOW.minus(age)).build();
  }

  /** Whether a queue of ten CPUs admits a job of five beside one of eight. */
  private static boolean admitsAnother(Fix fix, ClusterObject... before) {
    SchedulingSession session =
        new World(
                node("n1").allocatable("cpu", "10").build(),
                queue("a").capability("cpu", "10").build(),
                podGroup("job").queue("a").minResource("cpu", "5").build())
            .with(before)
            .tier(Proportion::new)
            .tier(opening -> new Overcommit(OvercommitArgs.DEFAULTS, opening))
            .fixing(fix)
            .open();
    return session.votes().enqueueable(Objects.requireNonNull(session.job("default/job")));
  }
}
