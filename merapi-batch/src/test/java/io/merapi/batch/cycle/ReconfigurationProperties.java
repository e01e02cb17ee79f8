package io.merapi.batch.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.cluster.ObjectEvent;
import io.merapi.api.feature.FeatureGates;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.session.World;
import io.merapi.kube.effects.Effects;
import io.merapi.kube.state.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What must hold of a change of the configuration, whatever the cluster and the moment. */
class ReconfigurationProperties {

  private static final int CLUSTERS = 300;
  private static final int SESSIONS = 6;

  /** For a session to be due. */
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(2);

  @Test
  void aSchedulerThatWasReconfiguredDecidesLikeOneThatWasStartedThatWay() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      new Run(seed).reconfigureAndCompare(true);
    }
  }

  @Test
  void aConfigurationThatIsOnlyTriedLeavesNoTrace() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      new Run(seed).reconfigureAndCompare(false);
    }
  }

  /** A cluster with two schedulers that each believe to be alone: one of them is changed. */
  private static final class Run {

    private final String where;
    private final SplittableRandom random;
    private final BatchConfiguration before;
    private final BatchConfiguration after;
    private final RandomEvents events;
    private Instant now = World.NOW;

    Run(int seed) {
      this.where = "seed %d".formatted(seed);
      this.random = new SplittableRandom(seed);
      this.before = configuration();
      this.after = configuration();
      this.events = new RandomEvents(random, true);
    }

    private BatchConfiguration configuration() {
      return random.nextBoolean()
          ? RandomConfiguration.of(random.nextLong())
          : RandomConfiguration.dividing(random.nextLong());
    }

    /**
     * @param takes whether the configuration is put in force, or only tried
     */
    void reconfigureAndCompare(boolean takes) {
      var changed = new Watched(before);
      var fresh = new Watched(takes ? after : before);
      List<Watched> both = List.of(changed, fresh);
      events.first().forEach(event -> tell(both, event));
      happen(both, 60);
      now = now.plus(LONG_ENOUGH);
      for (int session = random.nextInt(4); session > 0; session--) {
        changed.hold();
        if (!takes) {
          fresh.hold();
        }
        // Without it, decisions are under way when the configuration changes.
        if (session > 1 || random.nextBoolean()) {
          confirm(both, changed);
          happen(both, random.nextInt(6));
        }
      }
      changed.tryOut();
      if (takes) {
        changed.scheduler.reconfigure(after, changed.host);
      }
      confirm(both, changed);
      for (int session = 0; session < SESSIONS; session++) {
        boolean held = changed.hold();
        assertThat(fresh.hold()).as(where).isEqualTo(held);
        assertThat(changed.written.calls)
            .as("%s, session %d", where, session)
            .isEqualTo(fresh.written.calls);
        confirm(both, changed);
        happen(both, random.nextInt(4) * random.nextInt(4));
      }
    }

    private void happen(List<Watched> to, int count) {
      for (int i = 0; i < count; i++) {
        tell(to, events.next());
      }
    }

    private static void tell(List<Watched> to, ObjectEvent event) {
      to.forEach(one -> one.scheduler.accept(event));
    }

    /** What one of them has done comes true, for both. */
    private void confirm(List<Watched> to, Watched done) {
      List.copyOf(done.written.confirmations).forEach(event -> tell(to, event));
      to.forEach(one -> one.written.forget());
      now = now.plus(LONG_ENOUGH);
    }

    /** A scheduler and what it has done. */
    private final class Watched {

      final FollowedWriter written = new FollowedWriter();
      final ArrayDeque<Runnable> loop = new ArrayDeque<>();
      final BatchHost host =
          new BatchHost(written, Effects.refused(), () -> now, loop::add, _ -> null, _ -> {});
      final BatchScheduler scheduler;

      Watched(BatchConfiguration configuration) {
        this.scheduler =
            new BatchScheduler(configuration, FeatureGates.DEFAULTS, BatchSettings.DEFAULTS, host);
      }

      void tryOut() {
        Snapshot cluster = scheduler.snapshot();
        List<String> calls = List.copyOf(written.calls);
        assertThat(scheduler.objection(after, host)).as(where).isNull();
        assertThat(scheduler.snapshot()).as(where).isSameAs(cluster);
        assertThat(written.calls).as(where).isEqualTo(calls);
        assertThat(loop).as(where).isEmpty();
      }

      boolean hold() {
        boolean held = scheduler.runDue();
        for (Runnable work = loop.poll(); work != null; work = loop.poll()) {
          work.run();
        }
        return held;
      }
    }
  }
}
