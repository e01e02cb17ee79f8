/**
 * The measured load of nodes.
 *
 * <p>{@link io.merapi.batch.usage.NodeUsages} is what a scheduler knows of it and hands to its
 * sessions. An {@link io.merapi.batch.usage.UsageCollector} brings it up to date from a {@link
 * io.merapi.batch.usage.UsageSource}: a port behind which a monitoring system is asked, or {@link
 * io.merapi.batch.usage.FixedUsage} in a simulation. What is done with the load does not belong
 * here. Upstream counterparts: {@code NodeInfo.ResourceUsage}, {@code
 * SchedulerCache.GetMetricsData} and {@code pkg/scheduler/metrics/source}.
 */
@NullMarked
package io.merapi.batch.usage;

import org.jspecify.annotations.NullMarked;
