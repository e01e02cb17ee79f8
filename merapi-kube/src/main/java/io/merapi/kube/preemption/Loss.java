package io.merapi.kube.preemption;

import io.merapi.api.pod.PodInfo;
import io.merapi.kube.extenders.SchedulerExtender.Victims;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the victims on a node are worth, as far as nodes are compared by it.
 *
 * @param violations victims that a budget protects
 * @param highestPriority of the most important victim
 * @param sumOfPriorities each made positive, so that more victims are never a smaller sum
 * @param firstStart when the oldest of the victims with the highest priority has started, of those
 *     that have; absent for none
 * @param anyUnstarted whether a victim with the highest priority has not started
 */
record Loss(
    long violations,
    int highestPriority,
    long sumOfPriorities,
    int pods,
    @Nullable Instant firstStart,
    boolean anyUnstarted) {

  private static final long ABOVE_ZERO = 1L << 31;

  /**
   * The loss of some pods.
   *
   * @param victims at least one, the most important first
   */
  static Loss of(Victims victims) {
    int highest = PodImportance.priority(victims.pods().getFirst());
    long sum = 0;
    Instant first = null;
    boolean unstarted = false;
    for (PodInfo pod : victims.pods()) {
      int priority = PodImportance.priority(pod);
      sum += priority + ABOVE_ZERO;
      if (priority == highest) {
        Instant start = pod.pod().status().startTime();
        unstarted |= start == null;
        first = start == null || (first != null && first.isBefore(start)) ? first : start;
      }
    }
    return new Loss(victims.pdbViolations(), highest, sum, victims.pods().size(), first, unstarted);
  }

  /**
   * When the oldest of the victims with the highest priority has started.
   *
   * @param now when pods that have not started are taken to start
   */
  Instant earliestStart(Instant now) {
    Instant first = firstStart;
    return first == null || (anyUnstarted && now.isBefore(first)) ? now : first;
  }
}
