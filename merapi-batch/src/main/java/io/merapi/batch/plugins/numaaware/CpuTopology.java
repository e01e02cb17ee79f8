package io.merapi.batch.plugins.numaaware;

import io.merapi.api.topology.Numatopology.Cpu;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Where the CPUs of a node lie: in which core, socket and NUMA node. Upstream counterpart: the
 * kubelet's {@code CPUDetails}.
 */
final class CpuTopology {

  private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?[0-9]+");

  private final TreeMap<Integer, Cpu> cpus;

  private CpuTopology(Map<Integer, Cpu> cpus) {
    this.cpus = new TreeMap<>(cpus);
  }

  /**
   * Reads what a node reports.
   *
   * @param reported by the number of the CPU, as text; what is no number counts as CPU 0
   */
  static CpuTopology of(Map<String, Cpu> reported) {
    var cpus = new TreeMap<Integer, Cpu>();
    reported.forEach((text, cpu) -> {
      int number = WHOLE_NUMBER.matcher(text).matches() ? CpuSet.number(text) : 0;
      // A node cannot report others as free.
      if (number >= 0 && number < CpuSet.BOUND) {
        cpus.put(number, cpu);
      }
    });
    return new CpuTopology(cpus);
  }

  /** The part of it that these CPUs make up. */
  CpuTopology only(CpuSet some) {
    var left = new TreeMap<Integer, Cpu>();
    some.stream()
        .forEach(number -> {
          Cpu cpu = cpus.get(number);
          if (cpu != null) {
            left.put(number, cpu);
          }
        });
    return new CpuTopology(left);
  }

  int size() {
    return cpus.size();
  }

  CpuSet all() {
    return where(_ -> true);
  }

  CpuSet inCore(int core) {
    return where(cpu -> cpu.core() == core);
  }

  CpuSet inSocket(int socket) {
    return where(cpu -> cpu.socket() == socket);
  }

  CpuSet inNumaNodes(Collection<Integer> nodes) {
    return where(cpu -> nodes.contains(cpu.numaNode()));
  }

  private CpuSet where(Predicate<Cpu> wanted) {
    return CpuSet.of(
        cpus.entrySet().stream()
            .filter(entry -> wanted.test(entry.getValue()))
            .mapToInt(Map.Entry::getKey));
  }

  /** The NUMA nodes, in ascending order. */
  List<Integer> numaNodes() {
    return distinct(Cpu::numaNode).boxed().toList();
  }

  IntStream sockets() {
    return distinct(Cpu::socket);
  }

  IntStream cores() {
    return distinct(Cpu::core);
  }

  IntStream coresInSocket(int socket) {
    return only(inSocket(socket)).cores();
  }

  private IntStream distinct(ToIntFunction<Cpu> part) {
    return cpus.values().stream().mapToInt(part).distinct().sorted();
  }

  /** The NUMA node of a CPU; 0 for one that the node does not describe. */
  int numaNodeOf(int number) {
    Cpu cpu = cpus.get(number);
    return cpu == null ? 0 : cpu.numaNode();
  }

  /** The socket of a core: that of its first CPU. */
  int socketOfCore(int core) {
    return cpus.values().stream()
        .filter(cpu -> cpu.core() == core)
        .findFirst()
        .map(Cpu::socket)
        .orElseThrow();
  }

  /** How many CPUs a socket has, on average and rounded down. */
  int cpusPerSocket() {
    return perPart((int) sockets().count());
  }

  /** The same of a core; two cores of different sockets may have one number. */
  int cpusPerCore() {
    return perPart(
        (int)
            cpus.values().stream()
                .map(cpu -> List.of(cpu.socket(), cpu.core()))
                .distinct()
                .count());
  }

  private int perPart(int parts) {
    return parts == 0 ? 0 : cpus.size() / parts;
  }
}
