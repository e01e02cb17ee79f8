package io.merapi.batch.regressions;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static io.merapi.testkit.QueueBuilder.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.fixes.Fix;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.api.session.extension.BatchPlugin;
import io.merapi.batch.plugins.overcommit.Overcommit;
import io.merapi.batch.plugins.overcommit.OvercommitArgs;
import io.merapi.batch.plugins.proportion.Proportion;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A job that one plugin let in and another turned away had taken quota all the same. */
class EnqueueVotesChangeNothingTest {

  static List<Function<Session, BatchPlugin>> plugins() {
    return List.of(Proportion::new, session -> new Overcommit(OvercommitArgs.DEFAULTS, session));
  }

  @ParameterizedTest
  @MethodSource("plugins")
  void onlyAnAdmissionTakesQuota(Function<Session, BatchPlugin> plugin) {
    SchedulingSession session =
        new World(
                node("n1").allocatable("cpu", "10").build(),
                queue("a").capability("cpu", "10").build(),
                podGroup("asked").queue("a").minResource("cpu", "8").build(),
                podGroup("job").queue("a").minResource("cpu", "8").build())
            .tier(plugin)
            .fixing(Fix.PURE_ENQUEUE_VOTES)
            .open();
    for (int i = 0; i < 3; i++) {
      assertThat(session.votes().enqueueable(job(session, "asked"))).isTrue();
    }
    assertThat(session.votes().enqueueable(job(session, "job"))).isTrue();
    session.votes().enqueued(job(session, "job"));
    assertThat(session.votes().enqueueable(job(session, "asked"))).isFalse();
  }

  private static Job job(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.job("default/" + name));
  }
}
