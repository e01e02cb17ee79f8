package io.merapi.sim.placement;

import io.merapi.sim.trace.PodShape;
import io.merapi.sim.workload.Chance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The pods of one trial in the order in which they come: all pods of a list once, shuffled, and
 * then more of them, drawn with repetition, until they have asked for enough.
 */
final class PodOrder {

  private PodOrder() {}

  /**
   * Puts pods in order; the same seed gives the same one.
   *
   * @param cardMillis how much they must ask for in all, in thousandths of a card
   */
  static List<PodShape> of(List<PodShape> pods, long cardMillis, long seed) {
    RandomGenerator chance = Chance.of(seed, "order of pods");
    var order = new ArrayList<>(pods);
    Collections.shuffle(order, chance);
    long asked = order.stream().mapToLong(PodShape::totalCardMillis).sum();
    while (asked < cardMillis) {
      PodShape drawn = pods.get(chance.nextInt(pods.size()));
      order.add(drawn);
      asked += drawn.totalCardMillis();
    }
    return order;
  }
}
