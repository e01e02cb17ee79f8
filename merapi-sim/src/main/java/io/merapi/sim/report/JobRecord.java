package io.merapi.sim.report;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of one job: under batch scheduling of a group of pods, else of a pod or of all pods
 * of one owner.
 *
 * @param kind of the object that stands for it: a Volcano Job, a PodGroup, a Pod, or the owner of
 *     pods
 * @param queue empty where pods are scheduled one by one
 * @param start when its minimum of pods first had nodes; null where that never was
 * @param end when the last of its pods ended; null while it is not over
 * @param pods the most that it had at one time, those that had finished included
 * @param minimum how many pods must have nodes for it to start
 * @param cpuMillis what these pods ask for together, as are the memory and the whole GPUs
 * @param evictions of its pods
 * @param restarts how often one of its pods was made again after it was evicted or had failed
 * @param waited from its coming to its start, or to the end of the simulation
 * @param run how long it had pods on nodes, without stretches that evictions ended
 */
public record JobRecord(
    String kind,
    String namespace,
    String name,
    String queue,
    JobState state,
    Instant arrival,
    @Nullable Instant start,
    @Nullable Instant end,
    int pods,
    int minimum,
    long cpuMillis,
    long memoryBytes,
    long gpus,
    int evictions,
    int restarts,
    Duration waited,
    Duration run) {

  /** A run that is shorter counts as so long, or the slowdown of short jobs would be huge. */
  public static final Duration SHORTEST_RUN = Duration.ofSeconds(10);

  /** From its coming to its end; null while it is not over. */
  public @Nullable Duration turnaround() {
    return end == null ? null : Duration.between(arrival, end);
  }

  /**
   * How many times longer it took than it ran, at least 1; NaN while it is not over. Runs shorter
   * than {@link #SHORTEST_RUN} count as that.
   */
  public double boundedSlowdown() {
    return end == null
        ? Double.NaN
        : boundedSlowdown(Duration.between(arrival, end).toMillis(), run.toMillis());
  }

  /** The bounded slowdown of a job that is over. */
  public static double boundedSlowdown(long turnaroundMillis, long runMillis) {
    long bound = Math.max(runMillis, SHORTEST_RUN.toMillis());
    return Math.max(1, (double) turnaroundMillis / bound);
  }
}
