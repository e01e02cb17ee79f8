package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.cluster.ClusterObject;
import io.merapi.api.fixes.Fix;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.session.extension.Vote;
import io.merapi.api.workload.PriorityClass;
import io.merapi.batch.plugins.overcommit.Overcommit;
import io.merapi.batch.plugins.overcommit.OvercommitArgs;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Many jobs of low priority that can only use one part of the cluster kept a job from the queue
 * that is more important, or fits another part.
 */
class OvercommitCountsOnlyUsableNodesTest {

  private final World world =
      new World(
          new PriorityClass(ObjectMeta.named("", "high"), 100, false, ""),
          node("n1").label("part", "a").allocatable("cpu", "10").build(),
          node("n2")
              .label("part", "b")
              .taint("only", "b", "NoSchedule")
              .allocatable("cpu", "10")
              .build(),
          podGroup("crowd").phase(PodGroupPhase.INQUEUE).minResource("cpu", "24").build(),
          World.pending("c", "crowd").nodeSelector("part", "a").build());

  @Test
  void jobsThatShareNoNodeDoNotBlockOneAnother() {
    ClusterObject[] job = {
      podGroup("job").phase(PodGroupPhase.PENDING).minResource("cpu", "12").build(),
      World.pending("j", "job").nodeSelector("part", "b").tolerating("only").build()
    };
    assertThat(vote(world.with(job))).isEqualTo(Vote.REJECT);
    assertThat(vote(fixed())).isEqualTo(Vote.PERMIT);
  }

  @Test
  void theNodesThatAJobCannotUseAreNoRoomForIt() {
    world.with(
        podGroup("job").phase(PodGroupPhase.PENDING).minResource("cpu", "13").build(),
        World.pending("j", "job").nodeSelector("part", "b").tolerating("only").build());
    assertThat(vote(fixed())).isEqualTo(Vote.REJECT);
  }

  @Test
  void aTaintKeepsAJobAwayToo() {
    world.with(
        podGroup("job").phase(PodGroupPhase.PENDING).minResource("cpu", "1").build(),
        World.pending("j", "job").build());
    assertThat(vote(fixed())).isEqualTo(Vote.REJECT);
  }

  @Test
  void aJobIsNotBlockedByThoseOfLowerPriorityEvenBeforeItHasPods() {
    world.with(
        podGroup("job")
            .phase(PodGroupPhase.PENDING)
            .priorityClass("high")
            .minResource("cpu", "24")
            .build());
    assertThat(vote(fixed())).isEqualTo(Vote.PERMIT);
  }

  private World fixed() {
    return world.fixing(Fix.OVERCOMMIT_BY_FEASIBLE_NODES);
  }

  private static Vote vote(World world) {
    SchedulingSession session = world.open();
    return new Overcommit(OvercommitArgs.DEFAULTS, session)
        .jobEnqueueable(Objects.requireNonNull(session.job("default/job")));
  }
}
