package io.merapi.batch.placement;

import io.merapi.kube.placement.NodeSet;

/**
 * Nodes where evictions may make room, as a search finds them.
 *
 * @param known of the class of the task
 * @param nodes those that fit, or a sample of them; not to be changed
 * @param start the node that the search began with, going on from the last to the first
 */
public record FoundNodes(EvictionClass known, NodeSet nodes, int start) {}
