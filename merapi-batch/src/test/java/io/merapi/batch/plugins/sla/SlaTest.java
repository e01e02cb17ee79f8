package io.merapi.batch.plugins.sla;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.session.extension.Vote;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodGroupBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlaTest {

  private static final String OWN_TIME = "sla-waiting-time";
  private static final SlaArgs ONE_HOUR = new SlaArgs(Duration.ofHours(1));

  @ParameterizedTest(name = "created {0} min ago, one hour allowed: {1}")
  @CsvSource({"0, ABSTAIN", "59, ABSTAIN", "60, PERMIT", "600, PERMIT"})
  void aJobWhoseTimeIsUpIsAdmittedAndKeepsWhatItWaitsFor(int minutesAgo, Vote expected) {
    assertVote(ONE_HOUR, created(minutesAgo), expected);
  }

  @Test
  void withoutATimeAJobMayWaitForEver() {
    assertVote(SlaArgs.DEFAULTS, created(1_000_000), Vote.ABSTAIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {OWN_TIME, "volcano.sh/sla-waiting-time"})
  void whatAJobSaysItselfCountsMore(String key) {
    assertVote(ONE_HOUR, created(10).annotation(key, "5m"), Vote.PERMIT);
    assertVote(ONE_HOUR, created(90).annotation(key, "2h"), Vote.ABSTAIN);
    assertVote(SlaArgs.DEFAULTS, created(10).annotation(key, "5m"), Vote.PERMIT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "0s", "-5m"})
  void aTimeThatIsNoneOrNotPositiveCountsAsNone(String time) {
    assertVote(ONE_HOUR, created(90).annotation(OWN_TIME, time), Vote.PERMIT);
    assertVote(SlaArgs.DEFAULTS, created(90).annotation(OWN_TIME, time), Vote.ABSTAIN);
  }

  @Test
  void theJobWhoseTimeIsUpFirstGoesFirst() {
    SchedulingSession session =
        new World(
                podGroup("young").created(minutesAgo(10)).annotation(OWN_TIME, "20m").build(),
                podGroup("old").created(minutesAgo(30)).annotation(OWN_TIME, "2h").build(),
                podGroup("same").created(minutesAgo(90)).annotation(OWN_TIME, "3h").build(),
                podGroup("patient").created(minutesAgo(500)).build(),
                podGroup("calm").created(minutesAgo(400)).build())
            .open();
    var plugin = new Sla(SlaArgs.DEFAULTS, session);
    assertThat(plugin.compareJobs(job(session, "young"), job(session, "old"))).isNegative();
    assertThat(plugin.compareJobs(job(session, "old"), job(session, "young"))).isPositive();
    assertThat(plugin.compareJobs(job(session, "old"), job(session, "same"))).isZero();
    assertThat(plugin.compareJobs(job(session, "old"), job(session, "patient"))).isNegative();
    assertThat(plugin.compareJobs(job(session, "patient"), job(session, "old"))).isPositive();
    assertThat(plugin.compareJobs(job(session, "patient"), job(session, "calm"))).isZero();
  }

  private static Instant minutesAgo(int minutes) {
    return World.NOW.minus(Duration.ofMinutes(minutes));
  }

  private static PodGroupBuilder created(int minutes) {
    return podGroup("job").created(minutesAgo(minutes));
  }

  private static void assertVote(SlaArgs args, PodGroupBuilder group, Vote expected) {
    SchedulingSession session = new World(group.build()).open();
    var plugin = new Sla(args, session);
    assertThat(plugin.jobEnqueueable(job(session, "job"))).isEqualTo(expected);
    assertThat(plugin.jobPipelined(job(session, "job"))).isEqualTo(expected);
  }

  private static JobState job(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.job("default/" + name));
  }
}
