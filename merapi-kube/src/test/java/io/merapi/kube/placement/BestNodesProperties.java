package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BestNodesProperties {

  @Test
  void bestIsWhatAScanOfAllNodesFinds() {
    for (int seed = 0; seed < 50; seed++) {
      var random = new SplittableRandom(seed);
      TieOrder ties = shuffled(random.nextLong());
      var some = new BestNodes(ties, seed);
      var naive = new TreeMap<Integer, Long>();
      int nodes = random.nextInt(1, 300);
      // Few different totals, so that most matches are ties.
      int totals = random.nextInt(1, 6);
      for (int step = 0; step < 1_000; step++) {
        int node = random.nextInt(nodes);
        if (random.nextInt(3) == 0) {
          some.remove(node);
          naive.remove(node);
        } else {
          long total = random.nextLong(totals) - 2;
          some.put(node, total);
          naive.put(node, total);
        }
        assertThat(some.best()).isEqualTo(scan(naive, ties));
        assertThat(some.contains(node)).isEqualTo(naive.containsKey(node));
        int from = random.nextInt(nodes + 1);
        int below = random.nextInt(from, nodes + 100);
        int secondBelow = random.nextBoolean() ? 0 : random.nextInt(from + 1);
        var meant = new TreeMap<>(naive.subMap(from, below));
        meant.putAll(naive.headMap(secondBelow));
        assertThat(some.best(from, below, secondBelow)).isEqualTo(scan(meant, ties));
      }
      naive.forEach((node, total) -> assertThat(some.total(node)).isEqualTo(total));
    }
  }

  @Test
  void bestDoesNotDependOnTheOrderOfArrival() {
    TieOrder ties = shuffled(7);
    var nodes = new ArrayList<Integer>();
    for (int node = 0; node < 100; node++) {
      nodes.add(node);
    }
    int expected = best(nodes, ties);
    for (int seed = 0; seed < 50; seed++) {
      Collections.shuffle(nodes, new Random(seed));
      assertThat(best(nodes, ties)).isEqualTo(expected);
    }
  }

  @Test
  void nodeThatTookOverAnIndexTakesItsOwnPlaceInTheOrder() {
    for (int seed = 0; seed < 100; seed++) {
      var random = new SplittableRandom(seed);
      var places = new long[40];
      TieOrder ties = (first, second) -> places[first] < places[second];
      var some = new BestNodes(ties, 100);
      var naive = new TreeMap<Integer, Long>();
      for (int step = 0; step < 200; step++) {
        int node = random.nextInt(places.length);
        places[node] = random.nextLong();
        some.put(node, 1);
        naive.put(node, 1L);
        assertThat(some.best()).isEqualTo(scan(naive, ties));
      }
    }
  }

  @Test
  void ofNoneThereIsNoBest() {
    var some = new BestNodes(shuffled(1), 10);
    assertThat(some.best()).isEqualTo(BestNodes.NONE);
    some.put(1_000, Long.MIN_VALUE);
    assertThat(some.best()).isEqualTo(1_000);
    some.remove(1_000);
    assertThat(some.best()).isEqualTo(BestNodes.NONE);
  }

  @Test
  void totalOfANodeThatIsNotInIsAMistake() {
    var some = new BestNodes(shuffled(1), 10);
    some.put(3, 5);
    some.remove(3);
    assertThatIllegalArgumentException().isThrownBy(() -> some.total(3)).withMessageContaining("3");
    assertThatIllegalArgumentException().isThrownBy(() -> some.total(999));
  }

  /** An order that a seed decides. */
  private static TieOrder shuffled(long seed) {
    long[] places = new SplittableRandom(seed).longs(2_000).toArray();
    return (first, second) -> places[first] < places[second];
  }

  private static int best(Iterable<Integer> nodes, TieOrder ties) {
    var some = new BestNodes(ties, 100);
    nodes.forEach(node -> some.put(node, node % 3));
    return some.best();
  }

  private static int scan(Map<Integer, Long> totals, TieOrder ties) {
    int best = BestNodes.NONE;
    long bestTotal = 0;
    for (Map.Entry<Integer, Long> entry : totals.entrySet()) {
      int node = entry.getKey();
      long total = entry.getValue();
      if (best == BestNodes.NONE
          || total > bestTotal
          || (total == bestTotal && ties.wins(node, best))) {
        best = node;
        bestTotal = total;
      }
    }
    return best;
  }
}
