package io.merapi.kube.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Holds columns of nodes equal to a map, whatever the size of their numbers. */
class NodeColumnProperties {

  private static final int SEEDS = 200;
  private static final long[] ABSENT = {0, -1, 200, 40_000, Long.MIN_VALUE};

  @Test
  void holdsWhatWasSetLast() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      long absent = ABSENT[random.nextInt(ABSENT.length)];
      var column = new NodeColumn(absent);
      var wanted = new HashMap<Integer, Long>();
      int widest = 1 + random.nextInt(63);
      for (int step = 0; step < 100; step++) {
        int node = random.nextInt(40);
        long value = random.nextInt(8) == 0 ? absent : random.nextLong() >> (64 - widest);
        column.set(node, value);
        wanted.put(node, value);
        for (int other = 0; other < 50; other++) {
          assertThat(column.get(other))
              .as("seed %d, node %d", seed, other)
              .isEqualTo(wanted.getOrDefault(other, absent));
        }
      }
    }
  }
}
