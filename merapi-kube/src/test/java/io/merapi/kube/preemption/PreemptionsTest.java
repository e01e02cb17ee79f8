package io.merapi.kube.preemption;

import static io.merapi.testkit.PodBuilder.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.Pod;
import io.merapi.kube.effects.Effects;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PreemptionsTest {

  private static final Pod PREEMPTOR = pod("big").uid("1").priority(10).build();
  private static final Pod A = pod("a").uid("a").on("n").build();
  private static final Pod B = pod("b").uid("b").on("n").build();
  private static final Pod C = pod("c").uid("c").on("n").build();

  private final RecordedEffects effects = new RecordedEffects();
  private final Preemptions preemptions = new Preemptions(effects.effects(), effects);

  @BeforeEach
  void allLive() {
    List.of(A, B, C).forEach(effects::live);
  }

  private void evict(Pod... victims) {
    preemptions.begin(PREEMPTOR, "n", List.of(victims), List.of());
  }

  @Test
  void evictsTheLastVictimWhenTheOthersAreDone() {
    evict(A, B, C);
    assertThat(effects.calls()).containsExactly("evict default/a", "evict default/b");
    effects.done("default/b");
    assertThat(effects.calls()).doesNotContain("evict default/c");
    effects.done("default/a");
    effects.done("default/c");
    assertThat(effects.calls())
        .containsExactly(
            "evict default/a",
            "evict default/b",
            "default/b made room for default/big on n",
            "default/a made room for default/big on n",
            "evict default/c",
            "default/c made room for default/big on n");
  }

  @Test
  void isUnderWayUntilTheLastEvictionIsDone() {
    assertThat(preemptions.underWay(PREEMPTOR)).isFalse();
    evict(A, B);
    assertThat(preemptions.underWay(PREEMPTOR)).isTrue();
    effects.done("default/a");
    assertThat(preemptions.underWay(PREEMPTOR)).isTrue();
    effects.done("default/b");
    assertThat(preemptions.underWay(PREEMPTOR)).isFalse();
  }

  @Test
  void isOverAsSoonAsTheClusterHasTheLastVictimAsLeaving() {
    evict(A, B);
    effects.live(pod("b").uid("b").on("n").terminating().build());
    assertThat(preemptions.underWay(PREEMPTOR)).as("others still stay").isTrue();
    effects.done("default/a");
    assertThat(preemptions.underWay(PREEMPTOR)).isFalse();
  }

  @Test
  void isOverWhenAnotherPodHasTheNameOfTheLastVictim() {
    evict(A);
    assertThat(preemptions.underWay(PREEMPTOR)).isTrue();
    effects.live(pod("a").uid("another").build());
    assertThat(preemptions.underWay(PREEMPTOR)).isFalse();
  }

  @Test
  void sparesTheLastVictimWhenAnEvictionFails() {
    evict(A, B, C);
    effects.fail("default/a");
    assertThat(preemptions.underWay(PREEMPTOR)).isTrue();
    effects.done("default/b");
    assertThat(effects.calls())
        .contains("default/b made room for default/big on n")
        .doesNotContain("evict default/c", "default/a made room for default/big on n")
        .endsWith("activate default/big");
    assertThat(preemptions.underWay(PREEMPTOR)).isFalse();
  }

  @Test
  void wakesThePodWhenTheLastEvictionFails() {
    evict(A);
    effects.fail("default/a");
    assertThat(effects.calls()).containsExactly("evict default/a", "activate default/big");
    assertThat(preemptions.underWay(PREEMPTOR)).isFalse();
  }

  @Test
  void aPortThatThrowsIsAFailedEviction() {
    var broken = effects.effects();
    var effectsThatThrow =
        new Effects(
            broken.binder(),
            broken.volumes(),
            broken.claims(),
            (_, _) -> {
              throw new IllegalStateException("oops");
            },
            broken.reporter());
    var thrown = new Preemptions(effectsThatThrow, effects);
    thrown.begin(PREEMPTOR, "n", List.of(A), List.of());
    assertThat(effects.calls()).containsExactly("activate default/big");
    assertThat(thrown.underWay(PREEMPTOR)).isFalse();
  }

  @Test
  void leavesPodsAloneThatAreBeingDeletedAlready() {
    evict(pod("leaving").terminating().build());
    assertThat(effects.calls()).isEmpty();
    assertThat(preemptions.underWay(PREEMPTOR)).isFalse();
  }

  @Test
  void holdsNoPodThatHasComeAgainUnderTheSameName() {
    evict(A);
    assertThat(preemptions.underWay(pod("big").uid("2").build())).isFalse();
  }

  @Test
  void takesTheNominationFromPodsOfLowerPriority() {
    Pod lower = pod("lower").priority(9).nominatedTo("n").build();
    Pod equal = pod("equal").priority(10).nominatedTo("n").build();
    preemptions.begin(PREEMPTOR, "n", List.of(A), List.of(lower, equal));
    assertThat(effects.calls()).containsExactly("cleared default/lower", "evict default/a");
  }
}
