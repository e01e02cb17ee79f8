package io.merapi.sim.report;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The result of a simulation.
 *
 * @param end when it stopped
 * @param nodes how many there were at the end
 * @param counts over all pods
 * @param waits from coming to being bound, over all pods that were bound; a pod that was evicted
 *     and came back counts each time
 * @param namespaces by name
 * @param queues those that groups of pods came to; none where single pods are scheduled
 * @param waitingGroups those that have never started, in the order of their coming
 * @param evictions from those queues, by reason
 * @param resources those that some node offers, the best known first
 * @param pending why pods wait at the end, the most frequent reason first
 * @param timeline at equal distances in time
 */
public record SimulationReport(
    Instant start,
    Instant end,
    int nodes,
    PodCounts counts,
    WaitTimes waits,
    List<NamespaceLine> namespaces,
    List<QueueLine> queues,
    List<WaitingGroup> waitingGroups,
    List<EvictionLine> evictions,
    List<ResourceUse> resources,
    List<PendingReason> pending,
    List<Moment> timeline) {

  public SimulationReport {
    namespaces = List.copyOf(namespaces);
    queues = List.copyOf(queues);
    waitingGroups = List.copyOf(waitingGroups);
    evictions = List.copyOf(evictions);
    resources = List.copyOf(resources);
    pending = List.copyOf(pending);
    timeline = List.copyOf(timeline);
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

  /** The pods of one namespace. */
  public record NamespaceLine(
      String namespace, long arrived, long placed, long pending, long evicted, WaitTimes waits) {}

  /**
   * Why pods wait.
   *
   * @param message of their event; empty where they were not tried
   * @param example the first of the pods by name
   */
  public record PendingReason(String message, long pods, String example) {}

  /**
   * The cluster at one moment.
   *
   * @param shares of each resource, in use, in the order of the report's resources
   */
  public record Moment(Instant when, long running, long pending, List<Double> shares) {

    public Moment {
      shares = List.copyOf(shares);
    }
  }
}
