package io.merapi.batch.plugins.numaaware;

import static org.assertj.core.api.Assertions.assertThat;

import io.merapi.api.topology.Numatopology.Cpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Holds the search for an affinity to the kubelet's way, which looks at every set. */
class NumaAffinityProperties {

  @Test
  void theBestAffinityIsTheNarrowestOfAllHints() {
    var random = new Random(11);
    for (int round = 0; round < 3_000; round++) {
      Map<String, Cpu> cpus = new TreeMap<>();
      int nodes = 1 + random.nextInt(6);
      for (int cpu = 0; cpu < 1 + random.nextInt(24); cpu++) {
        cpus.put(Integer.toString(cpu), new Cpu(3 * random.nextInt(nodes), 0, cpu));
      }
      CpuTopology node = CpuTopology.of(cpus);
      // Also CPUs that the node does not describe.
      CpuSet free = CpuSet.of(IntStream.range(0, 26).filter(_ -> random.nextBoolean()));
      int wanted = 1 + random.nextInt(cpus.size() + 1);
      assertThat(NumaAffinity.best(node, free, wanted))
          .as("%d of %s on %s", wanted, free, cpus)
          .isEqualTo(merged(node, free, wanted));
    }
  }

  /** Makes a hint of every set of NUMA nodes and keeps the best, as the definition says. */
  private static NumaAffinity merged(CpuTopology node, CpuSet free, int wanted) {
    List<Integer> all = node.numaNodes();
    int least = all.size();
    List<List<Integer>> hints = new ArrayList<>();
    for (int mask = 1; mask < 1 << all.size(); mask++) {
      List<Integer> set = new ArrayList<>();
      for (int place = 0; place < all.size(); place++) {
        if ((mask >> place & 1) == 1) {
          set.add(all.get(place));
        }
      }
      if (node.inNumaNodes(set).size() >= wanted) {
        least = Math.min(least, set.size());
      }
      if (free.stream().filter(cpu -> set.contains(node.numaNodeOf(cpu))).count() >= wanted) {
        hints.add(set);
      }
    }
    List<Integer> best = all;
    boolean preferred = false;
    for (List<Integer> hint : hints) {
      boolean hintPreferred = hint.size() == least;
      if ((hintPreferred && !preferred) || (hintPreferred == preferred && narrower(hint, best))) {
        best = hint;
        preferred = hintPreferred;
      }
    }
    return new NumaAffinity(best, preferred, true);
  }

  private static boolean narrower(List<Integer> one, List<Integer> other) {
    return one.size() == other.size() ? mask(one) < mask(other) : one.size() < other.size();
  }

  private static long mask(List<Integer> nodes) {
    return nodes.stream().mapToLong(node -> 1L << node).sum();
  }
}
