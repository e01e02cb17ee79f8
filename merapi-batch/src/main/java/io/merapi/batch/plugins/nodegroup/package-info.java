/**
 * Queues bound to groups of nodes: Volcano's {@code nodegroup} plugin.
 *
 * <p>{@link io.merapi.batch.plugins.nodegroup.NodeGroup} keeps for each queue which groups it wants
 * and avoids ({@code GroupRules}), the most that it may use of each ({@code GroupLimits}) and what
 * it uses now ({@code QueueGroups}).
 */
@NullMarked
package io.merapi.batch.plugins.nodegroup;

import org.jspecify.annotations.NullMarked;
