package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NodeBlocksProperties {

  private static final int SEEDS = 100;
  private static final int STEPS = 1_000;

  @Test
  void theBestOfAnyRangeIsWhatAScanOfItFinds() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      var totals = new NodeColumn(0);
      var blocks = new NodeBlocks(totals, ties(random.nextInt(3)));
      var plain = new TreeSet<Integer>();
      int nodes = random.nextBoolean() ? random.nextInt(1, 300) : random.nextInt(300, 10_000);
      // Few different totals, so that ties are frequent.
      int different = random.nextInt(1, 12);
      // What is kept for the best of all is made when it is asked for.
      int asksForBest = random.nextInt(STEPS);
      for (int step = 0; step < STEPS; step++) {
        int node = random.nextInt(nodes);
        if (plain.remove(node)) {
          blocks.remove(node);
        } else {
          totals.set(node, random.nextInt(different));
          plain.add(node);
          blocks.add(node);
        }
        int from = random.nextInt(nodes + 1);
        int below = random.nextInt(from, nodes + 1);
        int second = random.nextBoolean() ? 0 : random.nextInt(from + 1);
        String where =
            "seed %d, step %d, from %d below %d and below %d"
                .formatted(seed, step, from, below, second);
        var meant = new TreeSet<>(plain.subSet(from, below));
        meant.addAll(plain.headSet(second));
        assertThat(blocks.best(from, below, second)).as(where).isEqualTo(best(meant, totals));
        assertThat(blocks.count(from, below)).as(where).isEqualTo(plain.subSet(from, below).size());
        long[] word = new long[1];
        blocks.addTo(word, from >>> 6);
        assertThat(Long.bitCount(word[0]))
            .as(where)
            .isEqualTo(plain.subSet(from & -64, (from & -64) + 64).size());
        if (step >= asksForBest) {
          assertThat(blocks.best()).as(where).isEqualTo(best(plain, totals));
        }
        assertThat(blocks.size()).as(where).isEqualTo(plain.size());
        if (!plain.isEmpty()) {
          assertThat(blocks.first()).as(where).isEqualTo(plain.first());
        }
        Integer next = plain.ceiling(from);
        assertThat(blocks.next(from)).as(where).isEqualTo(next == null ? NodeBlocks.NONE : next);
      }
    }
  }

  @Test
  void addsItsNodesToThoseOfOthers() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      var blocks = new NodeBlocks(new NodeColumn(0), (first, second) -> first > second);
      var set = new NodeSet();
      for (int node = random.nextInt(500); node < 1_500; node += random.nextInt(1, 200)) {
        blocks.add(node);
        set.add(node);
      }
      int first = random.nextInt(24);
      long[] words = new long[random.nextInt(1, 9)];
      words[0] = 1;
      blocks.addTo(words, first);
      for (int i = 0; i < words.length; i++) {
        assertThat(words[i]).isEqualTo(set.word(first + i) | (i == 0 ? 1 : 0));
      }
    }
  }

  /**
   * Of equals the later one wins.
   *
   * @param known how much of that ranks tell: nothing, something or all
   */
  private static TieOrder ties(int known) {
    return new TieOrder() {
      @Override
      public boolean wins(int first, int second) {
        return first > second;
      }

      @Override
      public int rank(int node) {
        return switch (known) {
          case 0 -> 0;
          case 1 -> ~(node >>> 4);
          default -> ~node;
        };
      }
    };
  }

  /** Nodes come in ascending order, and of equals the later one wins. */
  private static int best(Iterable<Integer> nodes, NodeColumn totals) {
    int best = NodeBlocks.NONE;
    for (int node : nodes) {
      if (best == NodeBlocks.NONE || totals.get(node) >= totals.get(best)) {
        best = node;
      }
    }
    return best;
  }
}
