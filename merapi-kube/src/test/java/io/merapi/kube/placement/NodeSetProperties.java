package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NodeSetProperties {

  @Test
  void behavesLikeASortedSet() {
    for (int seed = 0; seed < 50; seed++) {
      var random = new SplittableRandom(seed);
      int nodes = random.nextInt(1, 400);
      var set = new NodeSet();
      var naive = new TreeSet<Integer>();
      for (int step = 0; step < 1_000; step++) {
        int node = random.nextInt(nodes);
        if (random.nextInt(3) == 0) {
          assertThat(set.remove(node)).isEqualTo(naive.remove(node));
        } else {
          assertThat(set.add(node)).isEqualTo(naive.add(node));
        }
        int from = random.nextInt(nodes + 100);
        Integer next = naive.ceiling(from);
        assertThat(set.next(from)).isEqualTo(next == null ? -1 : next);
        assertThat(set.contains(from)).isEqualTo(naive.contains(from));
        assertThat((set.word(from >>> 6) & (1L << from)) != 0).isEqualTo(naive.contains(from));
        assertThat(set.size()).isEqualTo(naive.size());
        if (next != null) {
          assertThat(set.at(naive.headSet(next).size())).isEqualTo(next);
        }
        int below = from + random.nextInt(200);
        var between = naive.subSet(from, below);
        assertThat(some(set, from, below, step % 20))
            .isEqualTo(between.stream().limit(step % 20).toList());
        assertThat(set.count(from, below)).isEqualTo(between.size());
        int number = 1 + step % 20;
        assertThat(set.nth(number, from, below))
            .isEqualTo(between.stream().skip(number - 1).findFirst().orElse(~between.size()));
      }
    }
  }

  @Test
  void findsTheBitsOfAWordByTheirNumbers() {
    var random = new SplittableRandom(3);
    for (int i = 0; i < 1_000; i++) {
      long word = random.nextLong() & (random.nextBoolean() ? random.nextLong() : -1L);
      int number = 0;
      for (long rest = word; rest != 0; rest &= rest - 1) {
        assertThat(NodeSet.nth(++number, word)).isEqualTo(Long.numberOfTrailingZeros(rest));
      }
    }
  }

  private static List<Integer> some(NodeSet set, int from, int below, int room) {
    int[] copied = new int[room + 1];
    int end = set.copy(from, below, copied, 1);
    return Arrays.stream(copied, 1, end).boxed().toList();
  }

  @Test
  void aCopyLosesTheNodesOfAnotherSetAndTheOriginalNone() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      var set = new NodeSet();
      var others = new NodeSet();
      var left = new TreeSet<Integer>();
      int nodes = random.nextInt(1, 400);
      for (int node = random.nextInt(nodes); node < nodes; node++) {
        boolean in = random.nextBoolean();
        boolean inOthers = random.nextBoolean();
        set.set(node, in);
        others.set(node, inOthers);
        if (in && !inOthers) {
          left.add(node);
        }
      }
      String before = set.toString();
      NodeSet copy = set.copy();
      copy.removeAll(others);
      assertThat(copy.toArray()).containsExactly(left.stream().mapToInt(node -> node).toArray());
      assertThat(set).hasToString(before);
    }
  }

  @Test
  void showsItsNodesInOrder() {
    var set = new NodeSet();
    assertThat(set).hasToString("{}");
    set.add(130);
    set.add(2);
    assertThat(set).hasToString("{2, 130}");
  }
}
