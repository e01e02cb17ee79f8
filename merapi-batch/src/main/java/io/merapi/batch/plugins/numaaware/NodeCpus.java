package io.merapi.batch.plugins.numaaware;

import io.merapi.api.pod.Container;
import io.merapi.api.pod.PodClass;
import io.merapi.api.resource.Quantity;
import io.merapi.api.resource.ResourceNames;
import io.merapi.api.topology.Numatopology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The CPUs of one node in a session: how they lie, which are free, and which a pod would get. It
 * follows the session.
 */
final class NodeCpus {

  private static final String CPU_MANAGER = "CPUManagerPolicy";
  private static final String TOPOLOGY_MANAGER = "TopologyManagerPolicy";

  private final boolean exclusive;
  private final String policyName;
  private final TopologyPolicy policy;
  private final CpuTopology topology;
  private final CpuSet kept;

  /** Null where the node does not list CPUs among its resources. */
  private @Nullable CpuSet free;

  /** What pods of a class would get, until other CPUs are free. */
  private final Map<PodClass, Assignment> known = new HashMap<>();

  /**
   * Reads what a node reports.
   *
   * @param promised CPUs that pods were given lately and the node does not know of
   */
  NodeCpus(Numatopology reported, CpuSet promised) {
    this.exclusive = reported.policies().getOrDefault(CPU_MANAGER, "").equals("static");
    this.policyName = reported.policies().getOrDefault(TOPOLOGY_MANAGER, "");
    this.policy = TopologyPolicy.of(policyName);
    this.topology = CpuTopology.of(reported.cpus());
    this.kept = kept(reported.reserved(), topology);
    Numatopology.NumaResource cpus = reported.resources().get(ResourceNames.CPU);
    this.free = cpus == null ? null : CpuSet.parse(cpus.allocatable()).minus(promised);
  }

  /** What the node keeps for itself; nothing where one of the amounts makes no sense. */
  private static CpuSet kept(Map<String, String> reserved, CpuTopology topology) {
    Quantity cpus = null;
    for (Map.Entry<String, String> entry : reserved.entrySet()) {
      Quantity amount = reservable(entry.getKey(), entry.getValue());
      if (amount == null) {
        return CpuSet.EMPTY;
      }
      cpus = entry.getKey().equals(ResourceNames.CPU) ? amount : cpus;
    }
    if (cpus == null) {
      return CpuSet.EMPTY;
    }
    double whole = Math.ceil(cpus.milliValue() / 1000.0);
    return CpuTaking.take(topology, topology.all(), (int) whole).orElse(CpuSet.EMPTY);
  }

  private static @Nullable Quantity reservable(String resource, String amount) {
    return switch (resource) {
      case ResourceNames.CPU, ResourceNames.MEMORY, ResourceNames.EPHEMERAL_STORAGE -> {
        try {
          Quantity quantity = Quantity.parse(amount);
          yield quantity.sign() < 0 ? null : quantity;
        } catch (IllegalArgumentException _) {
          yield null;
        }
      }
      default -> null;
    };
  }

  /** Whether containers get CPUs of their own. */
  boolean exclusive() {
    return exclusive;
  }

  /** The name of the policy by which the node keeps CPUs together. */
  String policyName() {
    return policyName;
  }

  /** Whether the node gives containers CPUs of their own and keeps them together. */
  boolean aligns() {
    return exclusive && TopologyPolicy.isStated(policyName);
  }

  boolean hasFree() {
    return free != null && !free.isEmpty();
  }

  /** What a pod of a class would get now. */
  Assignment assign(PodClass pods) {
    return known.computeIfAbsent(pods, _ -> assign(pods.spec().containers()));
  }

  /** What containers would get now, one after the other. */
  Assignment assign(List<Container> containers) {
    CpuSet left = free;
    CpuSet all = CpuSet.EMPTY;
    for (Container container : containers) {
      int wanted = wholeCpus(container);
      CpuSet usable = left == null ? CpuSet.EMPTY : left.minus(kept);
      NumaAffinity affinity =
          wanted == 0 || left == null
              ? NumaAffinity.any(topology)
              : NumaAffinity.best(topology, usable, wanted);
      if (!policy.admits(affinity)) {
        return new Assignment(container, CpuSet.EMPTY);
      }
      CpuSet cpus = choose(usable, affinity, wanted);
      all = all.union(cpus);
      left = left == null ? CpuSet.EMPTY : left.minus(cpus);
    }
    return new Assignment(null, all);
  }

  /** The CPUs that a container asks for, if whole ones; only these are given to it alone. */
  private static int wholeCpus(Container container) {
    Quantity cpus = container.resources().requests().get(ResourceNames.CPU);
    return cpus == null || cpus.value() * 1000 != cpus.milliValue()
        ? 0
        : Math.clamp(cpus.value(), 0, Integer.MAX_VALUE);
  }

  /** CPUs of the best NUMA nodes as far as they go, then others; none where they are too few. */
  private CpuSet choose(CpuSet usable, NumaAffinity affinity, int wanted) {
    CpuSet near =
        policy == TopologyPolicy.NONE
            ? CpuSet.EMPTY
            : usable.intersection(topology.inNumaNodes(affinity.nodes()));
    CpuSet aligned =
        CpuTaking.take(topology, near, Math.min(wanted, near.size())).orElse(CpuSet.EMPTY);
    return CpuTaking.take(topology, usable.minus(aligned), wanted - aligned.size())
        .map(aligned::union)
        .orElse(CpuSet.EMPTY);
  }

  /** Takes CPUs from those that are free. */
  void take(CpuSet cpus) {
    free = free == null ? null : free.minus(cpus);
    known.clear();
  }

  /** Gives CPUs back. */
  void giveBack(CpuSet cpus) {
    free = free == null ? null : free.union(cpus);
    known.clear();
  }

  /** On how many NUMA nodes CPUs lie. */
  int spread(CpuSet cpus) {
    return (int) cpus.stream().map(topology::numaNodeOf).distinct().count();
  }

  /**
   * What a pod would get.
   *
   * @param refused the container that the node would not take; null where it takes all
   */
  record Assignment(@Nullable Container refused, CpuSet cpus) {}
}
