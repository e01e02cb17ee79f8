package io.merapi.sim.report;

/**
 * Why pods waited, over the whole time.
 *
 * @param reason the words of their events without numbers, so that those that differ only in how
 *     many nodes did not fit are one; empty for pods that were not tried yet
 * @param podSeconds how long pods waited for it, summed up; pods that are not made before their
 *     group is admitted count as well
 */
public record WaitingReason(String reason, double podSeconds) {}
