package io.merapi.batch.plugins.proportion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.ResourceDictionary;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What must hold however the cluster is divided, over random claims of queues. */
class DivisionProperties {

  private static final int RUNS = 5000;

  private final ResourceDictionary dictionary = new ResourceDictionary();
  private final int gpu = dictionary.index("example.com/gpu");

  private final int[] dimensions = {
    ResourceDictionary.CPU, ResourceDictionary.MEMORY, ResourceDictionary.PODS, gpu
  };

  @Test
  void noQueueDeservesMoreThanItAsksForOrMayUse() {
    forEachFairDivision((total, claims, deserved) -> {
      for (int i = 0; i < claims.size(); i++) {
        Claim claim = claims.get(i);
        assertThat(deserved.get(i).lessEqual(claim.request(), MissingDimension.ZERO)).isTrue();
        assertThat(deserved.get(i).lessEqual(claim.ceiling(), MissingDimension.ZERO)).isTrue();
      }
    });
  }

  @Test
  void noQueueDeservesLessThanItsGuaranteeAsFarAsItAsksForIt() {
    forEachFairDivision((total, claims, deserved) -> {
      for (int i = 0; i < claims.size(); i++) {
        for (int id : dimensions) {
          Claim claim = claims.get(i);
          assertThat(deserved.get(i).get(id))
              .isGreaterThanOrEqualTo(Math.min(claim.guarantee().get(id), usable(claim, id)));
        }
      }
    });
  }

  @Test
  void nothingIsLeftThatSomeQueueCouldUse() {
    forEachFairDivision((total, claims, deserved) -> {
      for (int id : dimensions) {
        double left = total.get(id) - sum(deserved, id);
        for (int i = 0; i < claims.size(); i++) {
          double missing = usable(claims.get(i), id) - deserved.get(i).get(id);
          assertThat(Math.min(left, missing)).isLessThan(1e-3);
        }
      }
    });
  }

  @Test
  void noMoreIsGivenOutThanThereIsUnlessGuaranteesSaySo() {
    forEachFairDivision((total, claims, deserved) -> {
      for (int id : dimensions) {
        double guaranteed =
            claims.stream()
                .mapToDouble(claim -> Math.min(claim.guarantee().get(id), usable(claim, id)))
                .sum();
        assertThat(sum(deserved, id)).isLessThan(Math.max(total.get(id), guaranteed) + 1e-3);
      }
    });
  }

  /** Of two queues that want more than they get, neither has more per weight than the other. */
  @Test
  void queuesThatWantMoreDeserveByWeight() {
    forEachFairDivision((total, claims, deserved) -> {
      for (int id : dimensions) {
        List<Double> levels =
            IntStream.range(0, claims.size())
                .filter(i -> claims.get(i).weight() > 0)
                .filter(i -> deserved.get(i).get(id) < usable(claims.get(i), id) - 1e-3)
                .filter(i -> deserved.get(i).get(id) > claims.get(i).guarantee().get(id) + 1e-3)
                .mapToObj(i -> deserved.get(i).get(id) / claims.get(i).weight())
                .toList();
        for (double level : levels) {
          assertThat(level).isCloseTo(levels.getFirst(), within(1e-3));
        }
      }
    });
  }

  /** Upstream's rounds come to the same where there are no guarantees, but for pods. */
  @Test
  void bothWaysAgreeWithoutGuarantees() {
    var random = new SplittableRandom(7);
    for (int run = 0; run < RUNS; run++) {
      Resources total = amounts(random, 1000);
      List<Claim> claims =
          IntStream.range(0, 1 + random.nextInt(6))
              .mapToObj(_ ->
                  new Claim(
                      1 + random.nextInt(9),
                      amounts(random, 1500),
                      amounts(random, 1000).min(total, MissingDimension.ZERO),
                      Resources.none(dictionary)))
              .toList();
      List<Resources> fair = FairDivision.divide(total, claims);
      List<Resources> upstream = WeightedDivision.divide(total, claims);
      for (int i = 0; i < claims.size(); i++) {
        for (int id : new int[] {ResourceDictionary.CPU, ResourceDictionary.MEMORY, gpu}) {
          assertThat(upstream.get(i).get(id)).isCloseTo(fair.get(i).get(id), within(0.2));
        }
      }
    }
  }

  private void forEachFairDivision(Check check) {
    var random = new SplittableRandom(42);
    for (int run = 0; run < RUNS; run++) {
      Resources total = amounts(random, 1000);
      List<Claim> claims = new ArrayList<>();
      for (int i = random.nextInt(7); i >= 0; i--) {
        claims.add(
            new Claim(
                random.nextInt(6),
                amounts(random, 800),
                amounts(random, 1000),
                random.nextInt(3) == 0 ? amounts(random, 300) : Resources.none(dictionary)));
      }
      check.holds(total, claims, FairDivision.divide(total, claims));
    }
  }

  private Resources amounts(SplittableRandom random, int most) {
    var sum = new ResourcesSum(dictionary);
    for (int id : dimensions) {
      sum.set(id, random.nextInt(4) == 0 ? 0 : random.nextInt(most));
    }
    return sum.toResources();
  }

  private static double usable(Claim claim, int id) {
    return Math.min(claim.request().get(id), claim.ceiling().get(id));
  }

  private static double sum(List<Resources> all, int id) {
    return all.stream().mapToDouble(one -> one.get(id)).sum();
  }

  private interface Check {
    void holds(Resources total, List<Claim> claims, List<Resources> deserved);
  }
}
