package io.merapi.kube.preemption;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.node.NodeInfo;
import io.merapi.api.pod.Pod;
import io.merapi.api.pod.PodInfo;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** What holds of every preemption, on random clusters that are really rebuilt to see. */
class PreemptionProperties {

  private static final int CLUSTERS = 400;

  @Test
  void victimsHaveLowerPriorityAndWithoutThemThePodFits() {
    int seen = 0;
    for (int seed = 0; seed < CLUSTERS; seed++) {
      for (Case found : cases(seed, true)) {
        seen++;
        assertThat(found.victims.pods())
            .as(found.name)
            .isNotEmpty()
            .allMatch(pod -> priority(pod.pod()) < priority(found.incoming))
            .allMatch(pod -> found.node.pods().contains(pod));
        assertThat(found.fitsWithout(keys(found.victims))).as(found.name).isTrue();
      }
    }
    assertThat(seen).isGreaterThan(CLUSTERS / 2);
  }

  /**
   * Holds where a pod never fits worse because others are gone. A pod that wants to be near others
   * may do so; for such pods the next property says what holds.
   */
  @Test
  void noVictimCouldStay() {
    int seen = 0;
    for (int seed = 0; seed < CLUSTERS; seed++) {
      for (Case found : cases(seed, false)) {
        for (PodInfo spared : found.victims.pods()) {
          seen++;
          List<String> others = new ArrayList<>(keys(found.victims));
          others.remove(spared.key());
          assertThat(found.fitsWithout(others)).as("%s sparing %s", found.name, spared).isFalse();
        }
      }
    }
    assertThat(seen).isGreaterThan(CLUSTERS / 2);
  }

  @Test
  void victimsAreThoseThatCannotBePutBackOneByOne() {
    int seen = 0;
    for (int seed = 0; seed < CLUSTERS; seed++) {
      for (Case found : cases(seed, true)) {
        seen++;
        assertThat(keys(found.victims))
            .as(found.name)
            .containsExactlyInAnyOrderElementsOf(found.victimsByRebuilding());
      }
    }
    assertThat(seen).isGreaterThan(CLUSTERS / 2);
  }

  @Test
  void aTryChangesNeitherTheClusterNorTheAttempt() {
    int seen = 0;
    for (int seed = 0; seed < CLUSTERS; seed++) {
      var random = new RandomPriorities(seed, true);
      PreemptionWorld world = random.world();
      var tried = world.attempt(random.incoming());
      if (tried.fits()) {
        continue;
      }
      seen++;
      List<NodeInfo> nodes = List.copyOf(tried.attempt().cluster().nodes());
      Map<String, String> verdicts = tried.verdicts();
      tried.survey();
      tried.postFilter();
      assertThat(tried.verdicts()).as("seed %d", seed).isEqualTo(verdicts);
      assertThat(tried.attempt().cluster().nodes()).containsExactlyElementsOf(nodes);
      assertThat(world.view().nodes()).containsExactlyElementsOf(nodes);
    }
    assertThat(seen).isGreaterThan(CLUSTERS / 4);
  }

  @Test
  void theNodeChosenIsOneOfTheBestAndTheSameEachTime() {
    int seen = 0;
    for (int seed = 0; seed < CLUSTERS; seed++) {
      var random = new RandomPriorities(seed, true);
      PreemptionWorld world = random.world();
      Pod incoming = random.incoming();
      var tried = world.attempt(incoming);
      if (tried.fits()) {
        continue;
      }
      PreemptionSurvey survey = tried.survey();
      String node = tried.postFilter().nominatedNode();
      if (survey.candidates().isEmpty()) {
        assertThat(node).as("seed %d", seed).isEmpty();
      } else {
        seen++;
        assertThat(node).as("seed %d", seed).isIn(survey.best());
        assertThat(world.attempt(incoming).postFilter().nominatedNode()).isEqualTo(node);
        assertThat(survey.best())
            .as("seed %d", seed)
            .containsExactlyInAnyOrderElementsOf(bestByElimination(survey.candidates()));
      }
    }
    assertThat(seen).isGreaterThan(CLUSTERS / 4);
  }

  /** Keeps by one criterion after the other the nodes that score best, as upstream words it. */
  private static List<String> bestByElimination(SequencedMap<String, Victims> candidates) {
    var left = new LinkedHashMap<>(candidates);
    keepLowest(left, Victims::pdbViolations);
    keepLowest(left, victims -> priority(victims.pods().getFirst().pod()));
    keepLowest(
        left,
        victims -> victims.pods().stream().mapToLong(p -> priority(p.pod()) + (1L << 31)).sum());
    keepLowest(left, victims -> victims.pods().size());
    keepLowest(
        left,
        victims -> {
          int highest = priority(victims.pods().getFirst().pod());
          return -victims.pods().stream()
              .filter(pod -> priority(pod.pod()) == highest)
              .mapToLong(pod -> new PodImportance(PreemptionWorld.NOW).start(pod).toEpochMilli())
              .min()
              .orElseThrow();
        });
    return List.copyOf(left.keySet());
  }

  private static void keepLowest(Map<String, Victims> left, ToLongFunction<Victims> score) {
    long lowest = left.values().stream().mapToLong(score).min().orElseThrow();
    left.values().removeIf(victims -> score.applyAsLong(victims) != lowest);
  }

  /** Every candidate node of a random cluster; none where the pod fits as it is. */
  private static List<Case> cases(long seed, boolean caresForOthers) {
    var random = new RandomPriorities(seed, caresForOthers);
    PreemptionWorld world = random.world();
    Pod incoming = random.incoming();
    var tried = world.attempt(incoming);
    var cases = new ArrayList<Case>();
    if (!tried.fits()) {
      tried
          .survey()
          .candidates()
          .forEach((node, victims) ->
              cases.add(
                  new Case(
                      "seed %d, %s".formatted(seed, node),
                      world,
                      requireNonNull(tried.attempt().cluster().node(node)),
                      incoming,
                      victims)));
    }
    return cases;
  }

  private static int priority(Pod pod) {
    return pod.spec().priorityOrZero();
  }

  private static List<String> keys(Victims victims) {
    return victims.pods().stream().map(PodInfo::key).toList();
  }

  /** A candidate node with its victims, in a cluster that can be rebuilt without some pods. */
  private record Case(
      String name, PreemptionWorld world, NodeInfo node, Pod incoming, Victims victims) {

    /** Whether the pod fits the node in a cluster that really has lost these pods. */
    boolean fitsWithout(List<String> gone) {
      List<Pod> leaving =
          node.pods().stream().map(PodInfo::pod).filter(pod -> gone.contains(pod.key())).toList();
      leaving.forEach(world::without);
      boolean fits = world.attempt(incoming).fits(node.name());
      leaving.forEach(world::with);
      return fits;
    }

    /** The victims as the algorithm words it, a cluster being rebuilt for each question. */
    List<String> victimsByRebuilding() {
      List<PodInfo> mayGo =
          node.pods().stream()
              .filter(pod -> priority(pod.pod()) < priority(incoming))
              .sorted(new PodImportance(PreemptionWorld.NOW))
              .toList();
      DisruptionBudgets.Split split = new DisruptionBudgets(world.view()).split(mayGo);
      var order = new ArrayList<>(split.violating());
      order.addAll(split.others());
      var gone = new ArrayList<>(mayGo.stream().map(PodInfo::key).toList());
      for (PodInfo pod : order) {
        gone.remove(pod.key());
        if (!fitsWithout(gone)) {
          gone.add(pod.key());
        }
      }
      return gone;
    }
  }
}
