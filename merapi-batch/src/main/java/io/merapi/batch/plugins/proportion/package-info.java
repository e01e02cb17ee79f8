/**
 * Queues share the cluster by weight: Volcano's {@code proportion} plugin.
 *
 * <p>When a session is opened, {@code ClusterDivision} adds up what the jobs of each queue use and
 * want ({@code QueueTally}) and divides the cluster among the queues ({@code WeightedDivision}).
 * {@code QueueShares} follows what tasks take and give back from then on, and {@link
 * io.merapi.batch.plugins.proportion.Proportion} answers from it.
 */
@NullMarked
package io.merapi.batch.plugins.proportion;

import org.jspecify.annotations.NullMarked;
