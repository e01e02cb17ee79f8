package io.merapi.sim.report;

/**
 * Pods that were evicted for one reason from one queue.
 *
 * @param reason the word of the action, such as {@code preempt} or {@code reclaim}
 * @param podSeconds how long they had run, summed up
 * @param example the first of the pods by name
 */
public record EvictionLine(
    String reason, String queue, long pods, double podSeconds, String example) {}
