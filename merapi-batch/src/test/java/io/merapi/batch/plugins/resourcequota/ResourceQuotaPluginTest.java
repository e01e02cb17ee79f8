package io.merapi.batch.plugins.resourcequota;

import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.batch.PodGroupPhase;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceList;
import io.merapi.api.session.extension.Vote;
import io.merapi.api.workload.ResourceQuota;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import io.merapi.testkit.PodGroupBuilder;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceQuotaPluginTest {

  private final World world = new World();

  @ParameterizedTest(name = "{0} of 10 CPUs used, {1} more: {2}")
  @CsvSource({"0, 10, PERMIT", "4, 6, PERMIT", "4, 6001m, REJECT", "10, 1, REJECT"})
  void aJobIsAdmittedWhileTheQuotaHasRoomForItsMinimum(String used, String wanted, Vote expected) {
    world.with(quota("q", "cpu", "10", used), waiting("job").minResource("cpu", wanted).build());
    assertThat(vote("job")).isEqualTo(expected);
  }

  @Test
  void aJobThatStatesNoMinimumIsAlwaysAdmitted() {
    world.with(quota("q", "cpu", "1", "5"), waiting("job").build());
    assertThat(vote("job")).isEqualTo(Vote.PERMIT);
  }

  @Test
  void withoutAQuotaEveryJobIsAdmitted() {
    world.with(waiting("job").minResource("cpu", "1000").build());
    assertThat(vote("job")).isEqualTo(Vote.PERMIT);
  }

  @Test
  void onlyResourcesThatBothTheJobAndTheQuotaNameMatter() {
    world.with(
        quota("q", "requests.cpu", "1", "1"),
        quota("full", "pods", "1", "1"),
        waiting("job").minResource("cpu", "5").build());
    assertThat(vote("job")).isEqualTo(Vote.PERMIT);
  }

  @Test
  void everyQuotaOfTheNamespaceMustHaveRoom() {
    world.with(
        quota("wide", "cpu", "10", "0"),
        quota("narrow", "cpu", "2", "0"),
        waiting("job").minResource("cpu", "5").build());
    assertThat(vote("job")).isEqualTo(Vote.REJECT);
  }

  @Test
  void theLimitsInForceCountNotThoseAskedFor() {
    world.with(
        new ResourceQuota(
            ObjectMeta.named("default", "q"),
            list("cpu", "100"),
            list("cpu", "2"),
            list("cpu", "0")),
        waiting("job").minResource("cpu", "5").build());
    assertThat(vote("job")).isEqualTo(Vote.REJECT);
  }

  @Test
  void everyAdmissionLeavesLessForTheNext() {
    world.with(
        quota("q", "cpu", "10", "0"),
        waiting("first").minResource("cpu", "6").build(),
        waiting("second").minResource("cpu", "6").build());
    SchedulingSession session = world.open();
    var plugin = new ResourceQuotaPlugin(session);
    assertThat(plugin.jobEnqueueable(job(session, "second"))).isEqualTo(Vote.PERMIT);
    plugin.jobEnqueued(job(session, "first"));
    assertThat(plugin.jobEnqueueable(job(session, "second"))).isEqualTo(Vote.REJECT);
  }

  @Test
  void aRefusalIsReportedWithTheAmounts() {
    world.with(
        quota("q", "cpu", "10", "8"),
        waiting("job").minResource("cpu", "6").minResource("memory", "1Gi").build());
    assertThat(vote("job")).isEqualTo(Vote.REJECT);
    assertThat(world.effects().events())
        .containsExactly(
            "Normal job: Unschedulable, resource quota insufficient, requested: {cpu=6},"
                + " used: {cpu=8}, limited: {cpu=10}");
  }

  private static PodGroupBuilder waiting(String name) {
    return podGroup(name).phase(PodGroupPhase.PENDING);
  }

  private static ResourceQuota quota(String name, String resource, String hard, String used) {
    return new ResourceQuota(
        ObjectMeta.named("default", name),
        list(resource, hard),
        list(resource, hard),
        list(resource, used));
  }

  private static ResourceList list(String resource, String amount) {
    return new ResourceList(Map.of(resource, Quantity.parse(amount)));
  }

  private Vote vote(String name) {
    SchedulingSession session = world.open();
    return new ResourceQuotaPlugin(session).jobEnqueueable(job(session, name));
  }

  private static JobState job(SchedulingSession session, String name) {
    return Objects.requireNonNull(session.job("default/" + name));
  }
}
