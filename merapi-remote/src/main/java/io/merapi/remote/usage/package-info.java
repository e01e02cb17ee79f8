/**
 * Monitoring systems that are asked for the load of nodes.
 *
 * <p>{@link io.merapi.remote.usage.UsageSources} makes the one that a configuration names: {@link
 * io.merapi.remote.usage.PrometheusUsage}, {@link io.merapi.remote.usage.ElasticsearchUsage} or
 * {@link io.merapi.remote.usage.CustomMetricsUsage}. All of them ask what upstream asks. When they
 * are asked, and what is made of the load, does not belong here. Upstream counterpart: {@code
 * pkg/scheduler/metrics/source}.
 */
@NullMarked
package io.merapi.remote.usage;

import org.jspecify.annotations.NullMarked;
