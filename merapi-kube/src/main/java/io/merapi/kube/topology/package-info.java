/**
 * Domains of a topology, which are the nodes with one value of a label, and numbers kept for each.
 *
 * <p>{@link io.merapi.kube.topology.DomainCounts} holds a number per value of one label, {@link
 * io.merapi.kube.topology.TopologyCounts} one per pair of label and value. Both are changed by
 * differences, so that a change and its opposite leave them as they were. What is counted, and what
 * follows from it, is for the plugin to say.
 */
@NullMarked
package io.merapi.kube.topology;

import org.jspecify.annotations.NullMarked;
