/**
 * Tasks go where their CPUs fit the NUMA topology: Volcano's {@code numa-aware} plugin.
 *
 * <p>{@link io.merapi.batch.plugins.numaaware.NumaAware} asks the {@code NodeCpus} of a node which
 * CPUs a pod would get there: for each container the best {@code NumaAffinity}, which the node's
 * {@code TopologyPolicy} admits or not, and CPUs from it by {@code CpuTaking}. What pods were given
 * is kept for the next sessions in {@link io.merapi.batch.plugins.numaaware.CpuReservations} until
 * their nodes report it.
 */
@NullMarked
package io.merapi.batch.plugins.numaaware;

import org.jspecify.annotations.NullMarked;
