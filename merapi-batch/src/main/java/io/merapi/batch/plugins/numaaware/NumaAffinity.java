package io.merapi.batch.plugins.numaaware;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The NUMA nodes that a container should get its CPUs from.
 *
 * <p>Implementation note: the kubelet, and upstream with it, makes a hint of every set of NUMA
 * nodes that has enough free CPUs, prefers those that are as small as any set could be on an idle
 * machine, merges hints and keeps the narrowest: fewest NUMA nodes, then the lowest numbers. CPUs
 * are the only resource with hints here, so that set can be found without looking at all of them,
 * whose number grows with two to the power of the NUMA nodes.
 *
 * @param nodes in ascending order
 * @param preferred whether no smaller set could do, even if all CPUs were free
 * @param wanted false where the container asks for no CPUs of its own, and any NUMA node will do
 */
record NumaAffinity(List<Integer> nodes, boolean preferred, boolean wanted) {

  NumaAffinity {
    nodes = List.copyOf(nodes);
  }

  /** That of a container that does not care. */
  static NumaAffinity any(CpuTopology node) {
    List<Integer> all = node.numaNodes();
    return new NumaAffinity(all, !all.isEmpty(), false);
  }

  /** The best for so many CPUs; all NUMA nodes, and not preferred, where they are not free. */
  static NumaAffinity best(CpuTopology node, CpuSet free, int cpus) {
    List<Integer> all = node.numaNodes();
    int[] present = counts(all, node, node.all());
    int[] available = counts(all, node, free);
    int least = leastNodes(present, cpus).orElse(all.size());
    List<Integer> preferred = narrowest(all, available, cpus, least);
    if (preferred != null) {
      return new NumaAffinity(preferred, true, true);
    }
    OptionalInt possible = leastNodes(available, cpus);
    List<Integer> other =
        possible.isPresent() ? narrowest(all, available, cpus, possible.getAsInt()) : null;
    return new NumaAffinity(other == null ? all : other, false, true);
  }

  private static int[] counts(List<Integer> nodes, CpuTopology node, CpuSet cpus) {
    int[] counts = new int[nodes.size()];
    cpus.stream()
        .forEach(cpu -> {
          int place = Collections.binarySearch(nodes, node.numaNodeOf(cpu));
          if (place >= 0) {
            counts[place]++;
          }
        });
    return counts;
  }

  /** How many NUMA nodes are needed at least for so many CPUs; empty where all are too few. */
  private static OptionalInt leastNodes(int[] counts, int cpus) {
    for (int size = 1; size <= counts.length; size++) {
      if (most(counts, counts.length, size) >= cpus) {
        return OptionalInt.of(size);
      }
    }
    return OptionalInt.empty();
  }

  /**
   * The set of a size with the lowest numbers that has enough CPUs; null for none. The highest
   * number matters most, so each is left out, from the top, if the ones below can do without it.
   */
  private static @Nullable List<Integer> narrowest(
      List<Integer> nodes, int[] counts, int cpus, int size) {
    if (most(counts, counts.length, size) < cpus) {
      return null;
    }
    var chosen = new ArrayList<Integer>();
    int missing = cpus;
    for (int place = counts.length - 1; chosen.size() < size; place--) {
      int toChoose = size - chosen.size();
      if (place < toChoose || most(counts, place, toChoose) < missing) {
        chosen.addFirst(nodes.get(place));
        missing -= counts[place];
      }
    }
    return chosen;
  }

  /** The most CPUs that a number of NUMA nodes have, out of those below a place. */
  private static int most(int[] counts, int below, int size) {
    int[] sorted = Arrays.copyOf(counts, below);
    Arrays.sort(sorted);
    return Arrays.stream(sorted).skip(Math.max(0, below - size)).sum();
  }
}
