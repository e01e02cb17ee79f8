/**
 * What a scheduler of groups of pods tells of itself while it works, for whoever counts and times
 * it.
 *
 * <p>{@link BatchMeasures} is the port; sessions call it at the end of each step. What stands at
 * the end of a session (the sums of queues, the shares of jobs) is not told but asked for, see
 * {@code BatchScheduler.gauges()}: {@link MeasuredQueues} and {@link MeasuredJobs} are plugins that
 * know it. Upstream counterpart: {@code pkg/scheduler/metrics}. Names of metrics, buckets and
 * registries do not belong here.
 */
@NullMarked
package io.merapi.batch.measures;

import org.jspecify.annotations.NullMarked;
