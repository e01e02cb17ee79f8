package io.merapi.sim.report;

import java.util.List;

/**
 * What became of the groups of one queue.
 *
 * @param groups all that came, those that were made again after a restart included
 * @param started those whose minimum of pods had nodes at some moment
 * @param waiting those that have never had that
 * @param evicted pods that were evicted
 * @param waits from the coming of a group to its start, over all that started
 * @param shares of each resource of the cluster, in use on average, in the order of the report's
 *     resources
 */
public record QueueLine(
    String queue,
    int weight,
    long groups,
    long started,
    long waiting,
    long evicted,
    WaitTimes waits,
    List<Double> shares) {

  public QueueLine {
    shares = List.copyOf(shares);
  }
}
