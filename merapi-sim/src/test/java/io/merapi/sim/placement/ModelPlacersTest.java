package io.merapi.sim.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.sim.trace.PodShape;
import io.merapi.sim.trace.TracedNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelPlacersTest {

  private static final PodShape NO_GPU = new PodShape(1000, 1 << 20, 0, 0, List.of());

  private static TracedNode node(int cards) {
    return new TracedNode("node-" + cards, 10_000, 10 << 20, cards, "T4");
  }

  private static PodShape part(int millis) {
    return new PodShape(1000, 1 << 20, 1, millis, List.of());
  }

  private static PodShape whole(int cards) {
    return new PodShape(1000, 1 << 20, cards, 1000, List.of());
  }

  @Test
  void aPartMustFitOnOneCard() {
    var node = new ModelNode(node(2));
    node.take(part(600), 0);
    node.take(part(600), 1);

    assertThat(node.fits(part(400))).isTrue();
    // 800 are left in all, but 400 of each card.
    assertThat(node.fits(part(500))).isFalse();
    assertThat(node.fits(whole(1))).isFalse();
  }

  @Test
  void severalCardsAreWholeOnes() {
    var node = new ModelNode(node(3));
    node.take(part(100), 1);
    node.take(whole(2), 0);

    assertThat(node.freeCards).containsExactly(0, 900, 0);
    assertThat(node.freeCardMillis).isEqualTo(900);
  }

  @Test
  void cpuMemoryAndCardTypesCountToo() {
    var node = new ModelNode(node(1));

    assertThat(node.fits(new PodShape(10_001, 0, 0, 0, List.of()))).isFalse();
    assertThat(node.fits(new PodShape(0, (10 << 20) + 1, 0, 0, List.of()))).isFalse();
    assertThat(node.fits(new PodShape(0, 0, 1, 1000, List.of("A10")))).isFalse();
    assertThat(node.fits(new PodShape(10_000, 10 << 20, 1, 1000, List.of("A10", "T4")))).isTrue();
    assertThat(new ModelNode(node(0)).fits(NO_GPU)).isTrue();
  }

  @Test
  void theTightestCardIsTheOneWithLeastLeftThatHasEnough() {
    var node = new ModelNode(node(3));
    node.take(part(300), 1);
    node.take(part(800), 2);

    assertThat(node.tightestCard(part(200))).isEqualTo(2);
    assertThat(node.tightestCard(part(500))).isEqualTo(1);
    assertThat(node.tightestCard(part(900))).isZero();
  }

  @Test
  void bestFitTakesTheNodeWithLeastLeftAndDropsWhatFitsNowhere() {
    List<TracedNode> nodes = List.of(node(4), node(1), node(2));
    var placer = new RatingPlacer(nodes, new BestFit(nodes));

    // To the node with one card, the one with two, and that with four.
    assertThat(placer.place(List.of(part(500), part(900), whole(4)))).isEqualTo(5400);
    // Half a card is left of the first, one and a tenth of the second.
    assertThat(placer.place(List.of(whole(2)))).isZero();
    assertThat(placer.place(List.of(whole(1), part(500), part(100)))).isEqualTo(1600);
    assertThat(placer.place(List.of(part(1)))).isZero();
  }

  @Test
  void packingTakesCardsInUseThenNodesInUseThenOthers() {
    List<TracedNode> nodes = List.of(node(4), node(2));
    var placer = new RatingPlacer(nodes, new GpuPacking());

    // Fewer free cards first: to the node with two. Then to the card in use, then to its neighbour.
    assertThat(placer.place(List.of(part(500), part(300), part(300)))).isEqualTo(1100);
    assertThat(placer.place(List.of(whole(4)))).isEqualTo(4000);
    // 200 of the first card and 700 of the second are left.
    assertThat(placer.place(List.of(part(700), part(200), part(1)))).isEqualTo(900);
  }

  @Test
  void theGradientLeavesNothingBehindThatTheWorkloadCannotUse() {
    // One half of the workload wants whole cards, the other halves of one.
    List<PodShape> workload = List.of(whole(1), part(500));
    List<TracedNode> nodes = List.of(node(2), node(1));
    var placer = new RatingPlacer(nodes, new FragmentationGradient(workload));

    // The first half breaks a card; the second goes beside it, so that two whole ones are left.
    assertThat(placer.place(List.of(part(500), part(500)))).isEqualTo(1000);
    assertThat(placer.place(List.of(whole(1), whole(1)))).isEqualTo(2000);
  }

  @Test
  void theGradientKeepsCardsAwayFromPodsThatOnlyWantTheirCpu() {
    // A pod with a card needs 6 of the 10 cores of a node; without them the card is a fragment.
    PodShape demanding = new PodShape(6000, 1 << 20, 1, 1000, List.of());
    List<TracedNode> nodes = List.of(node(1), node(0));
    var placer = new RatingPlacer(nodes, new FragmentationGradient(List.of(demanding)));

    placer.place(List.of(new PodShape(5000, 1 << 20, 0, 0, List.of())));

    assertThat(placer.place(List.of(demanding))).isEqualTo(1000);
  }

  @Test
  void chanceGivesEveryNodeThatFitsItsTurn() {
    int both = 0;
    for (long seed = 0; seed < 400; seed++) {
      var placer = new RandomPlacer(List.of(node(1), node(3), node(0)), seed);
      placer.place(List.of(part(1000)));
      // There is room for three whole cards together only if the first went to the other node.
      both += placer.place(List.of(whole(3))) == 3000 ? 1 : 0;
    }
    assertThat(both).isBetween(160, 240);
  }

  @Test
  void chanceGivesEveryCardThatFitsItsTurn() {
    int together = 0;
    for (long seed = 0; seed < 400; seed++) {
      var placer = new RandomPlacer(List.of(node(2)), seed);
      placer.place(List.of(part(500), part(500)));
      together += placer.place(List.of(whole(1))) == 1000 ? 1 : 0;
    }
    assertThat(together).isBetween(160, 240);
  }

  @Test
  void chanceNeverChoosesACardThatIsTooFull() {
    for (long seed = 0; seed < 50; seed++) {
      var placer = new RandomPlacer(List.of(node(3)), seed);

      assertThat(placer.place(List.of(part(600), part(600), part(600), part(600)))).isEqualTo(1800);
      assertThat(placer.place(List.of(part(400), part(400), part(400)))).isEqualTo(1200);
    }
  }
}
