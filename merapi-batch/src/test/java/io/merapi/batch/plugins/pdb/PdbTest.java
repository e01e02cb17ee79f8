package io.merapi.batch.plugins.pdb;

import static io.merapi.testkit.NodeBuilder.node;
import static io.merapi.testkit.PodGroupBuilder.podGroup;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.meta.Labels;
import io.merapi.api.meta.ObjectMeta;
import io.merapi.api.selector.LabelSelector;
import io.merapi.api.session.Task;
import io.merapi.api.session.extension.VictimVote;
import io.merapi.api.workload.PodDisruptionBudget;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.batch.session.World;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PdbTest {

  /** Pods {@code a1}, {@code a2}, {@code a3} of one application, {@code b} of another. */
  private final World world =
      new World(
          node("n1").allocatable("cpu", "9").build(),
          podGroup("job").build(),
          World.pending("new", "job").build(),
          World.running("a1", "job", "n1").label("app", "a").build(),
          World.running("a2", "job", "n1").label("app", "a").build(),
          World.running("a3", "job", "n1").label("app", "a").build(),
          World.running("b", "job", "n1").label("app", "b").build());

  @Test
  void withoutABudgetEveryPodMayGo() {
    assertThat(mayGo()).containsExactly("a1", "a2", "a3", "b");
  }

  @Test
  void podsMayGoUntilTheBudgetIsUsedUp() {
    world.with(budget("of-a", app("a"), 2));
    assertThat(mayGo()).containsExactly("a1", "a2", "b");
  }

  @Test
  void aBudgetThatAllowsNoneSparesAll() {
    world.with(budget("of-a", app("a"), 0));
    assertThat(mayGo()).containsExactly("b");
  }

  @Test
  void allBudgetsThatCoverAPodMustAllowIt() {
    world.with(budget("of-a", app("a"), 2), budget("of-a-too", app("a"), 1));
    assertThat(mayGo()).containsExactly("a1", "b");
  }

  @Test
  void aBudgetThatSelectsNothingOrEverythingCoversNoPod() {
    world.with(
        budget("none", null, 0), budget("all", new LabelSelector(Labels.EMPTY, List.of()), 0));
    assertThat(mayGo()).containsExactly("a1", "a2", "a3", "b");
  }

  @Test
  void aBudgetHoldsInItsNamespaceOnly() {
    world.with(
        new PodDisruptionBudget(
            ObjectMeta.named("elsewhere", "of-a"), app("a"), null, null, 0, Map.of()));
    assertThat(mayGo()).containsExactly("a1", "a2", "a3", "b");
  }

  @Test
  void aPodThatIsBeingEvictedAlreadyDoesNotCountAgain() {
    world.with(
        new PodDisruptionBudget(
            ObjectMeta.named("default", "of-a"),
            app("a"),
            null,
            null,
            1,
            Map.of("a1", Instant.EPOCH)));
    assertThat(mayGo()).containsExactly("a1", "a2", "b");
  }

  @Test
  void aPodWithoutLabelsMayNotGo() {
    world.with(World.running("bare", "job", "n1").build());
    assertThat(mayGo()).containsExactly("a1", "a2", "a3", "b");
  }

  @Test
  void everyQuestionStartsFromTheReportedBudgets() {
    world.with(budget("of-a", app("a"), 1));
    SchedulingSession session = world.open();
    var plugin = new Pdb(session);
    List<? extends Task> running = running(session);
    assertThat(plugin.victims(running)).isEqualTo(plugin.victims(running));
  }

  private List<String> mayGo() {
    SchedulingSession session = world.open();
    var plugin = new Pdb(session);
    List<? extends Task> running = running(session);
    List<? extends Task> victims = plugin.victims(running);
    Task pending = Objects.requireNonNull(session.job("default/job")).tasks().getFirst();
    assertThat(plugin.preemptable(pending, running)).isEqualTo(VictimVote.of(victims));
    assertThat(plugin.reclaimable(pending, running)).isEqualTo(VictimVote.of(victims));
    return victims.stream().map(Task::name).toList();
  }

  private static List<? extends Task> running(SchedulingSession session) {
    return Objects.requireNonNull(session.node("n1")).tasks().stream()
        .sorted(Comparator.comparing(Task::name))
        .toList();
  }

  private static LabelSelector app(String value) {
    return new LabelSelector(Labels.of("app", value), List.of());
  }

  private static PodDisruptionBudget budget(
      String name, @Nullable LabelSelector selector, int allowed) {
    return new PodDisruptionBudget(
        ObjectMeta.named("default", name), selector, null, null, allowed, Map.of());
  }
}
