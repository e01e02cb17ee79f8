/**
 * What a scheduler of single pods tells of itself while it works, for whoever counts and times it.
 *
 * <p>{@link KubeMeasures} is the port; the scheduler calls it on its own thread at the end of each
 * step, and never once per node. The clock by which steps are timed is that of the port, so that a
 * simulation, which measures nothing, reads none. What can be looked up at any time (how many pods
 * wait, how large the cluster is) is not told but asked for, see {@code KubeScheduler.gauges()}.
 * Upstream counterpart: {@code pkg/scheduler/metrics}. Names of metrics, buckets and registries do
 * not belong here.
 */
@NullMarked
package io.merapi.kube.measures;

import org.jspecify.annotations.NullMarked;
