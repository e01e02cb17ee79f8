/**
 * The metrics of both originals, by their names, labels and buckets, and a few of Merapi's own.
 *
 * <p>{@link Metrics} is the whole of it: it gives the schedulers the ports that they tell of their
 * work ({@code KubeMeasures}, {@code BatchMeasures}), reads what stands at the moment of a scrape,
 * and writes everything as text. Only this package knows the library. Upstream counterparts: {@code
 * pkg/scheduler/metrics} of Kubernetes and of Volcano. How the text is served belongs to {@code
 * serve}.
 */
@NullMarked
package io.merapi.cluster.metrics;

import org.jspecify.annotations.NullMarked;
