package io.merapi.sim.report;

/**
 * Free GPUs that the pods of this workload could not use where they were.
 *
 * <p>On a node, the free cards count as fragmented for a request that does not fit on it, be it for
 * want of cards, cpu or memory. A node's fragmented cards are the mean of that over the requests
 * for GPUs that the workload has made, each weighed by how often it was made.
 *
 * @param ofFree the share of free GPUs that were fragmented, over the whole time
 * @param ofAll the share of all GPUs that were free and fragmented, over the whole time
 */
public record GpuFragmentation(double ofFree, double ofAll) {}
