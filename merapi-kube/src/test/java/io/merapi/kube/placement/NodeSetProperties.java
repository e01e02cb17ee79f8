package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(set.size()).isEqualTo(naive.size());
      }
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
