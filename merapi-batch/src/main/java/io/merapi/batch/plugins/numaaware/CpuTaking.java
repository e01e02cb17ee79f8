package io.merapi.batch.plugins.numaaware;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Takes so many of the free CPUs of a node that as few sockets and cores as possible are broken up:
 * whole sockets first, then whole cores, then single CPUs near those taken.
 *
 * <p>Kept from upstream, an early form of the kubelet's way: sockets and cores are only found free
 * if the CPU that has their number is free, and one that is found is taken with all that is left of
 * it.
 */
final class CpuTaking {

  private final CpuTopology node;
  private CpuTopology left;
  private CpuSet taken = CpuSet.EMPTY;
  private int missing;

  private CpuTaking(CpuTopology node, CpuSet free, int wanted) {
    this.node = node;
    this.left = node.only(free);
    this.missing = wanted;
  }

  /**
   * Chooses CPUs.
   *
   * @return empty where too few are free
   */
  static Optional<CpuSet> take(CpuTopology node, CpuSet free, int wanted) {
    var taking = new CpuTaking(node, free, wanted);
    if (wanted > taking.left.size()) {
      return Optional.empty();
    }
    if (wanted > 0) {
      taking.takeWhole(node.cpusPerSocket(), taking::freeSockets, taking::inSocket);
      taking.takeWhole(node.cpusPerCore(), taking::freeCores, taking::inCore);
      taking.takeWhole(1, taking::freeCpus, CpuSet::of);
    }
    return Optional.of(taking.taken);
  }

  /**
   * Takes parts of a kind for as long as a whole one is missing.
   *
   * @param size how many CPUs one has, on average
   * @param parts those that are free, in the order in which to take them
   */
  private void takeWhole(int size, Supplier<int[]> parts, IntFunction<CpuSet> cpusOf) {
    if (missing < size) {
      return;
    }
    for (int part : parts.get()) {
      CpuSet cpus = cpusOf.apply(part);
      taken = taken.union(cpus);
      left = left.only(left.all().minus(taken));
      missing -= cpus.size();
      if (missing < size) {
        return;
      }
    }
  }

  private CpuSet inSocket(int socket) {
    return left.inSocket(socket);
  }

  private CpuSet inCore(int core) {
    return left.inCore(core);
  }

  private int[] freeSockets() {
    CpuSet free = left.all();
    return left.sockets().filter(free::contains).toArray();
  }

  /** Those of the sockets with the fewest first. Upstream begins with sockets in any order. */
  private int[] freeCores() {
    List<Integer> sockets = new ArrayList<>(left.sockets().boxed().toList());
    UnstableSort.sort(
        sockets, (one, other) -> freeCores(one).length < freeCores(other).length || one < other);
    return sockets.stream().flatMapToInt(socket -> IntStream.of(freeCores(socket))).toArray();
  }

  private int[] freeCores(int socket) {
    CpuSet free = left.all();
    return left.coresInSocket(socket).filter(free::contains).toArray();
  }

  private int[] freeCpus() {
    List<CoreRank> cores = new ArrayList<>(left.cores().mapToObj(this::rank).toList());
    UnstableSort.sort(cores, CpuTaking::goesFirst);
    return cores.stream().flatMapToInt(core -> left.inCore(core.core).stream()).toArray();
  }

  private CoreRank rank(int core) {
    int socket = node.socketOfCore(core);
    return new CoreRank(
        core,
        socket,
        node.inSocket(socket).intersection(taken).size(),
        left.inSocket(socket).size(),
        left.inCore(core).size());
  }

  /** Kept from upstream: one reason suffices, so each of two cores may go before the other. */
  private static boolean goesFirst(CoreRank one, CoreRank other) {
    return one.takenInSocket > other.takenInSocket
        || one.freeInSocket < other.freeInSocket
        || one.freeInCore < other.freeInCore
        || one.socket < other.socket
        || one.core < other.core;
  }

  /** What decides when the CPUs of a core are taken. */
  private record CoreRank(
      int core, int socket, int takenInSocket, int freeInSocket, int freeInCore) {}
}
