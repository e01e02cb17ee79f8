package io.merapi.bench.measure;

/** One trial that is over. */
public record Repetition(Work work, Cost cost) {

  public double placementsPerSecond() {
    return work.placements() * 1e9 / Math.max(1, cost.nanos());
  }

  public double cpuMicrosPerPlacement() {
    return cost.cpuNanos() / 1e3 / Math.max(1, work.placements());
  }

  public long bytesPerPlacement() {
    return cost.bytes() / Math.max(1, work.placements());
  }

  public double millis() {
    return cost.nanos() / 1e6;
  }
}
