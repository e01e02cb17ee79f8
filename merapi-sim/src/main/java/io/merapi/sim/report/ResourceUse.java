package io.merapi.sim.report;

/**
 * How much of a resource was in use; shares are of what the nodes offered, from 0 to 1.
 *
 * @param allocatable what the nodes offered at the end
 * @param average what running pods had asked for, over the whole time (utilisation)
 * @param allocated what pods on nodes had asked for, those that were starting or ending included,
 *     over the whole time (allocation)
 * @param peak the largest share in use at any moment
 * @param lost what evicted pods had used in vain, over the whole time; a part of the average
 */
public record ResourceUse(
    String resource,
    long allocatable,
    double average,
    double allocated,
    double peak,
    double lost) {}
