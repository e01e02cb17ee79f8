package io.merapi.sim.report;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a simulation.
 *
 * <p>Figures come first, then what charts are drawn from: {@code jobList}, {@code series}, {@code
 * waitBuckets} and {@code heatMap}. Shares are from 0 to 1.
 *
 * @param end when it stopped
 * @param makespan from the coming of the first job to the end of the last pod that ended
 * @param nodes how many there were at the end
 * @param counts over all pods
 * @param waits of pods, from coming to being bound, over all that were bound; a pod that was
 *     evicted and came back counts each time
 * @param jobs all of them in short
 * @param namespaces by name
 * @param queues those that jobs came to, by name; none where pods are scheduled one by one
 * @param fairness among those queues; null where there are none
 * @param waitingGroups those that have never started, in the order of their coming
 * @param evictions from those queues, by reason
 * @param lost by all evictions
 * @param resources those that some node offers, the best known first
 * @param fragmentation of free GPUs; null where no node has any
 * @param pending why pods wait at the end, the most frequent reason first
 * @param waitingReasons why pods waited, over the whole time, the longest first
 * @param waitBuckets how many jobs waited how long, from short to long, up to the last that has any
 * @param jobList one record for each job, in the order of their coming; made as they are asked for
 * @param series the cluster over time
 * @param heatMap the nodes over time
 */
public record SimulationReport(
    Instant start,
    Instant end,
    Duration makespan,
    int nodes,
    PodCounts counts,
    Durations waits,
    JobSummary jobs,
    List<NamespaceLine> namespaces,
    List<QueueLine> queues,
    @Nullable Fairness fairness,
    List<WaitingGroup> waitingGroups,
    List<EvictionLine> evictions,
    WorkLost lost,
    List<ResourceUse> resources,
    @Nullable GpuFragmentation fragmentation,
    List<PendingReason> pending,
    List<WaitingReason> waitingReasons,
    List<WaitBucket> waitBuckets,
    List<JobRecord> jobList,
    ClusterSeries series,
    HeatMap heatMap) {

  public SimulationReport {
    namespaces = List.copyOf(namespaces);
    queues = List.copyOf(queues);
    waitingGroups = List.copyOf(waitingGroups);
    evictions = List.copyOf(evictions);
    resources = List.copyOf(resources);
    pending = List.copyOf(pending);
    waitingReasons = List.copyOf(waitingReasons);
    waitBuckets = List.copyOf(waitBuckets);
  }

  /** How much virtual time passed. */
  public Duration duration() {
    return Duration.between(start, end);
  }

  /**
   * What became of pods.
   *
   * @param arrived all that came, those that were on a node from the start and those that came back
   *     after an eviction included
   * @param placed those that the scheduler gave a node
   */
  public record PodCounts(
      long arrived, long placed, long finished, long running, long pending, long evicted) {}

  /**
   * The pods of one namespace.
   *
   * @param waits of pods
   * @param jobs those of the namespace in short
   */
  public record NamespaceLine(
      String namespace,
      long arrived,
      long placed,
      long pending,
      long evicted,
      Durations waits,
      JobSummary jobs) {}

  /**
   * Why pods wait.
   *
   * @param message of their event; empty where they were not tried
   * @param example the first of the pods by name
   */
  public record PendingReason(String message, long pods, String example) {}
}
