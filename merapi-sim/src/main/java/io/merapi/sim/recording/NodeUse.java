package io.merapi.sim.recording;

import io.merapi.api.resource.ResourceAmounts;
import io.merapi.api.resource.ResourceList;
import io.merapi.sim.recording.HeatMapRecorder.RowTally;
import org.jspecify.annotations.Nullable;

/** A node, and what pods hold on it. */
final class NodeUse {

  final String name;
  @Nullable RowTally row;

  /** What it offers; null while it is not there. */
  @Nullable ResourceAmounts offered;

  @Nullable ResourceList allocatable;
  private long gpus;
  private long usedCpuMillis;
  private long usedMemoryBytes;
  private long usedGpus;

  /** What it adds to its row of the heat map. */
  double shown;

  boolean shownPresent;

  /** Its cards as they are counted, those of them that are free, and of these the fragmented. */
  long countedGpus;

  long countedFreeGpus;
  double fragmented;

  NodeUse(String name) {
    this.name = name;
  }

  void offer(@Nullable ResourceAmounts amounts, @Nullable ResourceList list) {
    offered = amounts;
    allocatable = list;
    gpus = amounts == null ? 0 : Gpus.of(amounts);
  }

  void use(RequestClass request, int sign) {
    usedCpuMillis += sign * request.amounts.cpuMillis();
    usedMemoryBytes += sign * request.amounts.memoryBytes();
    usedGpus += sign * request.gpus;
  }

  boolean present() {
    return offered != null;
  }

  long gpus() {
    return gpus;
  }

  long freeGpus() {
    return Math.max(0, gpus - usedGpus);
  }

  boolean fits(RequestClass request) {
    return offered != null
        && request.gpus <= gpus - usedGpus
        && request.amounts.cpuMillis() <= offered.cpuMillis() - usedCpuMillis
        && request.amounts.memoryBytes() <= offered.memoryBytes() - usedMemoryBytes;
  }

  /** The used share of its GPUs, or where it has none of cpu or memory. */
  double share() {
    if (offered == null) {
      return 0;
    }
    return gpus > 0
        ? (double) usedGpus / gpus
        : Math.max(
            part(usedCpuMillis, offered.cpuMillis()), part(usedMemoryBytes, offered.memoryBytes()));
  }

  private static double part(long used, long of) {
    return of == 0 ? 0 : (double) used / of;
  }
}
