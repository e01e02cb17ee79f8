package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import org.junit.jupiter.api.Test;

class TieBreakTest {

  @Test
  void ordersNodesTheSameWayForOneSeed() {
    for (int i = 0; i < 100; i++) {
      String a = "node-" + i;
      String b = "node-" + (i + 1);
      assertThat(new TieBreak(7).wins(a, b)).isEqualTo(new TieBreak(7).wins(a, b));
      assertThat(new TieBreak(7).wins(a, b)).isNotEqualTo(new TieBreak(7).wins(b, a));
    }
  }

  @Test
  void favoursOtherNodesForOtherSeeds() {
    var winners = new HashSet<String>();
    for (int seed = 0; seed < 20; seed++) {
      winners.add(new TieBreak(seed).wins("node-1", "node-2") ? "node-1" : "node-2");
    }
    assertThat(winners).containsExactlyInAnyOrder("node-1", "node-2");
  }

  @Test
  void tellsNodesOfOneHashApart() {
    assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
    assertThat(new TieBreak(1).wins("Aa", "BB")).isTrue();
    assertThat(new TieBreak(1).wins("BB", "Aa")).isFalse();
  }
}
