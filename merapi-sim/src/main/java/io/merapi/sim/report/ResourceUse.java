package io.merapi.sim.report;

/**
 * How much of a resource was in use.
 *
 * @param allocatable what the nodes offered at the end
 * @param average the share of what was offered that was in use, over the whole time; from 0 to 1
 * @param peak the largest share at any moment
 */
public record ResourceUse(String resource, long allocatable, double average, double peak) {}
