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

class BestNodeTreeProperties {

  @Test
  void bestIsWhatAScanOfAllNodesFinds() {
    for (int seed = 0; seed < 50; seed++) {
      var random = new SplittableRandom(seed);
      TieOrder ties = shuffled(random.nextLong());
      var tree = seed % 2 == 0 ? new BestNodeTree(ties) : BestNodeTree.ofRanges(ties, seed);
      var naive = new TreeMap<Integer, Long>();
      int nodes = random.nextInt(1, 300);
      // Few different totals, so that most matches are ties.
      int totals = random.nextInt(1, 6);
      for (int step = 0; step < 1_000; step++) {
        int node = random.nextInt(nodes);
        if (random.nextInt(3) == 0) {
          tree.remove(node);
          naive.remove(node);
        } else {
          long total = random.nextLong(totals) - 2;
          tree.put(node, total);
          naive.put(node, total);
        }
        assertThat(tree.best()).isEqualTo(scan(naive, ties));
        assertThat(tree.contains(node)).isEqualTo(naive.containsKey(node));
        int from = random.nextInt(nodes + 1);
        int end = random.nextInt(from, nodes + 100);
        assertThat(tree.best(from, end)).isEqualTo(scan(naive.subMap(from, end), ties));
      }
      naive.forEach((node, total) -> assertThat(tree.total(node)).isEqualTo(total));
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
      var tree = new BestNodeTree(ties);
      var naive = new TreeMap<Integer, Long>();
      for (int step = 0; step < 200; step++) {
        int node = random.nextInt(places.length);
        places[node] = random.nextLong();
        tree.put(node, 1);
        naive.put(node, 1L);
        assertThat(tree.best()).isEqualTo(scan(naive, ties));
      }
    }
  }

  @Test
  void emptyTreeHasNoBest() {
    var tree = new BestNodeTree(shuffled(1));
    assertThat(tree.best()).isEqualTo(BestNodeTree.NONE);
    tree.put(1_000, Long.MIN_VALUE);
    assertThat(tree.best()).isEqualTo(1_000);
    tree.remove(1_000);
    assertThat(tree.best()).isEqualTo(BestNodeTree.NONE);
  }

  @Test
  void totalOfANodeThatIsNotInIsAMistake() {
    var tree = new BestNodeTree(shuffled(1));
    tree.put(3, 5);
    tree.remove(3);
    assertThatIllegalArgumentException().isThrownBy(() -> tree.total(3)).withMessageContaining("3");
    assertThatIllegalArgumentException().isThrownBy(() -> tree.total(999));
  }

  /** An order that a seed decides. */
  private static TieOrder shuffled(long seed) {
    long[] places = new SplittableRandom(seed).longs(2_000).toArray();
    return (first, second) -> places[first] < places[second];
  }

  private static int best(Iterable<Integer> nodes, TieOrder ties) {
    var tree = new BestNodeTree(ties);
    nodes.forEach(node -> tree.put(node, node % 3));
    return tree.best();
  }

  private static int scan(Map<Integer, Long> totals, TieOrder ties) {
    int best = BestNodeTree.NONE;
    long bestTotal = 0;
    for (Map.Entry<Integer, Long> entry : totals.entrySet()) {
      int node = entry.getKey();
      long total = entry.getValue();
      if (best == BestNodeTree.NONE
          || total > bestTotal
          || (total == bestTotal && ties.wins(node, best))) {
        best = node;
        bestTotal = total;
      }
    }
    return best;
  }
}
