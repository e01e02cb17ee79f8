package io.merapi.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.pod.Pod;
import io.merapi.bench.measure.Meter;
import io.merapi.bench.measure.Trial;
import io.merapi.bench.measure.Work;
import io.merapi.bench.scenario.Setting.Mix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScenariosTest {

  private static final int NODES = 20;

  static Stream<String> names() {
    return Scenarios.ALL.stream().map(Scenario::name);
  }

  /** Scenarios whose answers are counts; bytes of the heap are never quite the same. */
  static Stream<String> countingNames() {
    return names().filter(Predicate.not("memory"::equals));
  }

  private static Setting setting(Scenario scenario, long seed, boolean reference) {
    int classes = Math.min(10, scenario.usualMix().classes());
    return new Setting(
        NODES, scenario.usualPods(NODES), reference, false, seed, new Mix(classes, 4, 20));
  }

  /** What is done in each case of a scenario. */
  private static List<Work> work(String name, long seed, boolean reference) {
    Scenario scenario = Scenarios.named(name).orElseThrow();
    var all = new ArrayList<Work>();
    for (Variant variant : scenario.variants(setting(scenario, seed, reference))) {
      try (Trial trial = variant.trials().get()) {
        all.add(trial.run(new Meter()));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyCaseOfEveryScenarioDoesSomething(String name) {
    assertThat(work(name, 1, false))
        .isNotEmpty()
        .allSatisfy(work -> assertThat(work.placements()).isPositive());
  }

  @ParameterizedTest
  @MethodSource("countingNames")
  void theSameSeedMakesTheSameWork(String name) {
    assertThat(work(name, 1, false)).isEqualTo(work(name, 1, false));
  }

  @ParameterizedTest
  @MethodSource("countingNames")
  void askingEveryNodeMakesTheSameWork(String name) {
    assertThat(work(name, 2, true)).isEqualTo(work(name, 2, false));
  }

  @Test
  void theSameSeedGeneratesTheSameObjects() {
    var gangs = new Gangs("gangs", "", Wish.NOTHING);
    assertThat(gangs.objects(setting(gangs, 1, false)))
        .isEqualTo(gangs.objects(setting(gangs, 1, false)))
        .isNotEqualTo(gangs.objects(setting(gangs, 3, false)));
    for (Wish wish : Wish.values()) {
      var arrivals = new KubeArrivals("arrivals", "", wish);
      assertThat(arrivals.pods(setting(arrivals, 1, false)))
          .isEqualTo(arrivals.pods(setting(arrivals, 1, false)))
          .isNotEqualTo(arrivals.pods(setting(arrivals, 3, false)));
    }
  }

  @Test
  void podsAreOfAsManyKindsAsOneSays() {
    var arrivals = new KubeArrivals("arrivals", "", Wish.NOTHING);
    var setting = new Setting(NODES, 1000, false, false, 1, new Mix(50, 1, 1));
    assertThat(arrivals.pods(setting).stream().map(Pod::spec).distinct()).hasSize(50);
  }

  @Test
  void theMixedLoadPreemptsOrReclaims() {
    var setting = new Setting(50, 500, false, false, 1, new Mix(10, 4, 50));
    Work work = new MixedLoad().variants(setting).getFirst().trials().get().run(new Meter());
    assertThat(work.details().get("evictions")).isPositive();
  }

  @Test
  void makingRoomEvictsNoMoreThanAskedForWithFixes() {
    Scenario scenario = Scenarios.named("batch-reclaim").orElseThrow();
    Setting setting = setting(scenario, 1, false);
    for (Variant variant : scenario.variants(setting)) {
      if (variant.name().endsWith("fixes")) {
        Work work = variant.trials().get().run(new Meter());
        assertThat(work.details().get("evictions")).as(variant.name()).isEqualTo(setting.pods());
      }
    }
  }
}
