package io.merapi.sim.report;

import java.util.List;

/**
 * What became of the jobs of one queue, and how much of the cluster it had.
 *
 * @param evicted pods that were evicted
 * @param shares of each resource of the cluster, in the order of the report's resources
 */
public record QueueLine(
    String queue, int weight, JobSummary jobs, long evicted, List<QueueShare> shares) {

  public QueueLine {
    shares = List.copyOf(shares);
  }
}
