package io.merapi.batch.plugins.priority;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.UnifiedEvictable.Eviction;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.workload.PriorityClass;
import io.merapi.batch.job.JobState;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PriorityTest {

  private final SchedulingSession session =
      new World(
              new PriorityClass(ObjectMeta.named("", "high"), 100, false, ""),
              new PriorityClass(ObjectMeta.named("", "usual"), 10, true, ""),
              node("n1").allocatable("cpu", "8").build(),
              podGroup("urgent").priorityClass("high").build(),
              World.pending("u", "urgent").build(),
              podGroup("plain").build(),
              World.pending("p1", "plain").priority(7).build(),
              World.running("p2", "plain", "n1").priority(3).build(),
              podGroup("odd").priorityClass("no-such-class").build(),
              World.running("o", "odd", "n1").annotation("volcano.sh/task-priority", "9").build())
          .tier(_ -> new Priority())
          .open();

  @Test
  void jobsHaveThePriorityOfTheirClassAndElseOfTheDefaultOne() {
    assertThat(job("urgent").priority()).isEqualTo(100);
    assertThat(job("plain").priority()).isEqualTo(10);
    assertThat(job("odd").priority()).isEqualTo(10);
  }

  @Test
  void tasksHaveThePriorityOfTheirPodUnlessAnAnnotationSaysOtherwise() {
    assertThat(task("p1").priority()).isEqualTo(7);
    assertThat(task("o").priority()).isEqualTo(9);
    assertThat(task("u").priority()).isEqualTo(1);
  }

  @Test
  void theHigherPriorityGoesFirst() {
    assertThat(session.orders().job(job("urgent"), job("plain"))).isTrue();
    assertThat(session.orders().task(task("p1"), task("p2"))).isTrue();
  }

  @Test
  void aJobStarvesUntilAllItsTasksHaveANode() {
    assertThat(session.votes().starving(job("plain"))).isTrue();
    assertThat(session.votes().starving(job("odd"))).isFalse();
  }

  @Test
  void betweenJobsTheirPrioritiesDecideWhoMayGo() {
    List<Task> all = List.of(task("p2"), task("o"));
    assertThat(session.evictions().preempting().victims(task("u"), all)).isEqualTo(all);
    assertThat(session.evictions().preempting().victims(task("p1"), List.of(task("o")))).isEmpty();
  }

  @Test
  void withinAJobThePrioritiesOfTasksDecide() {
    assertThat(session.evictions().preempting().victims(task("p1"), List.of(task("p2"))))
        .containsExactly(task("p2"));
    assertThat(session.evictions().preempting().victims(task("p2"), List.of(task("p1")))).isEmpty();
  }

  @Test
  void reclaimingForAGangIsNoMatterOfPriority() {
    List<Task> candidates = List.of(task("o"));
    var plugin = new Priority();
    assertThat(plugin.unifiedEvictable(eviction(Eviction.Kind.GANG_RECLAIM), candidates))
        .isEqualTo(VictimVote.of(candidates));
    assertThat(plugin.unifiedEvictable(eviction(Eviction.Kind.GANG_PREEMPT), candidates))
        .isEqualTo(VictimVote.of(List.of()));
  }

  private Eviction eviction(Eviction.Kind kind) {
    return new Eviction(kind, job("plain"), null, "");
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
