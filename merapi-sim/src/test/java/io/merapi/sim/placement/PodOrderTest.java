package io.merapi.sim.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.sim.trace.PodShape;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PodOrderTest {

  /** 100 pods, which ask for 1 to 100 thousandths of a card. */
  private static final List<PodShape> PODS =
      IntStream.rangeClosed(1, 100)
          .mapToObj(part -> new PodShape(0, 0, 1, part, List.of()))
          .toList();

  @Test
  void everyPodComesOnceBeforeAnyComesAgain() {
    List<PodShape> order = PodOrder.of(PODS, 0, 1);

    assertThat(order).containsExactlyInAnyOrderElementsOf(PODS).isNotEqualTo(PODS);
  }

  @Test
  void morePodsAreDrawnUntilEnoughIsAskedFor() {
    List<PodShape> order = PodOrder.of(PODS, 20_000, 1);

    assertThat(order.subList(0, PODS.size())).isEqualTo(PodOrder.of(PODS, 0, 1));
    long asked = order.stream().mapToLong(PodShape::totalCardMillis).sum();
    assertThat(asked).isGreaterThanOrEqualTo(20_000);
    assertThat(asked - order.getLast().totalCardMillis()).isLessThan(20_000);
    assertThat(order.stream().distinct().count()).isLessThan(order.size());
  }

  @Test
  void aSeedGivesOneOrder() {
    assertThat(PodOrder.of(PODS, 9000, 7))
        .isEqualTo(PodOrder.of(PODS, 9000, 7))
        .isNotEqualTo(PodOrder.of(PODS, 9000, 8));
  }
}
