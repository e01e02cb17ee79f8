package io.merapi.api.session;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The measured load of a node in percent of what it has, as averages over periods.
 *
 * @param measured when; absent where the node was never measured
 * @param cpuAverages by period, such as {@code 10m}
 * @param memoryAverages by period
 */
public record NodeUsage(
    @Nullable Instant measured,
    Map<String, Double> cpuAverages,
    Map<String, Double> memoryAverages) {

  /** The one period over which load is collected. */
  public static final String COLLECTED_PERIOD = "10m";

  /** What is known of a node that was never measured. */
  public static final NodeUsage UNKNOWN = new NodeUsage(null, Map.of(), Map.of());

  public NodeUsage {
    cpuAverages = Map.copyOf(cpuAverages);
    memoryAverages = Map.copyOf(memoryAverages);
  }

  /** Load as it is collected. */
  public static NodeUsage collected(Instant measured, double cpu, double memory) {
    return new NodeUsage(measured, Map.of(COLLECTED_PERIOD, cpu), Map.of(COLLECTED_PERIOD, memory));
  }

  /** The cpu load over a period; 0 where nothing is known of it. */
  public double cpu(String period) {
    return cpuAverages.getOrDefault(period, 0.0);
  }

  /** The memory load over a period; 0 where nothing is known of it. */
  public double memory(String period) {
    return memoryAverages.getOrDefault(period, 0.0);
  }

  /** Whether it was measured, and not longer ago than this. */
  public boolean isFresh(Instant now, Duration atMost) {
    return measured != null && Duration.between(measured, now).compareTo(atMost) <= 0;
  }
}
