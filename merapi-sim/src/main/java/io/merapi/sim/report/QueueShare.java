package io.merapi.sim.report;

/**
 * How much of one resource of the cluster a queue used, and how much was due to it. All are shares
 * of what the nodes offered, from 0 to 1.
 *
 * @param used on average over the whole time
 * @param deserved what the scheduler gave it, on average over the whole time; nothing while the
 *     queue had no jobs
 * @param distance how far used and deserved were apart, on average over the time in which the queue
 *     had jobs
 * @param shortfall the most by which it had less than it deserved while jobs of it waited
 */
public record QueueShare(
    String resource, double used, double deserved, double distance, double shortfall) {}
