/**
 * Nodes as a session counts them: what is allocatable, idle, used, being released and waited for.
 *
 * <p>A {@link io.merapi.batch.node.NodeState} follows the tasks that are put on a node and taken
 * off it; what the node has to give is its {@link io.merapi.batch.node.NodeSupply}. Upstream
 * counterpart: {@code pkg/scheduler/api/node_info.go} of Volcano.
 */
@NullMarked
package io.merapi.batch.node;

import org.jspecify.annotations.NullMarked;
