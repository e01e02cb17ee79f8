/**
 * The shape of the cluster below and above a node: its NUMA nodes and the network it hangs in.
 *
 * <p>{@link io.merapi.api.topology.HyperNode}s are domains of the network, one within the other, by
 * tier; a {@link io.merapi.api.topology.Numatopology} describes the inside of one node. Both are
 * written by agents or administrators and read by Volcano's network-topology-aware and numaaware
 * plugins. Upstream counterparts: {@code volcano.sh/apis/pkg/apis/topology/v1alpha1} and {@code
 * nodeinfo/v1alpha1}.
 */
@NullMarked
package io.merapi.api.topology;

import org.jspecify.annotations.NullMarked;
