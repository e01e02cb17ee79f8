/**
 * Nodes as the batch layer counts them: what is allocatable, used, idle and being released.
 *
 * <p>{@link io.merapi.batch.node.NodeTotals} adds up the tasks on a node in Volcano's units; what a
 * task asks for comes from {@link io.merapi.batch.task.TaskRequests}. Upstream counterpart: {@code
 * pkg/scheduler/api/node_info.go} of Volcano.
 */
@NullMarked
package io.merapi.batch.node;

import org.jspecify.annotations.NullMarked;
