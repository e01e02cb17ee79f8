/**
 * Which node a task gets among those of a domain.
 *
 * <p>{@link io.merapi.batch.placement.TaskPlacement} is the question, {@link
 * io.merapi.batch.placement.ReferenceTaskPlacement} its answer read straight from the definition:
 * every node is asked, those with room now come before those that will have room, and among these
 * the best score wins ({@link io.merapi.batch.placement.NodeChoice}). In which order the parts of a
 * job get their nodes is {@link io.merapi.batch.placement.SubJobTurns}. What to do with the answers
 * is for the actions. Upstream counterpart: the middle of {@code allocateResourcesForTasks} in
 * Volcano's allocate action.
 */
@NullMarked
package io.merapi.batch.placement;

import org.jspecify.annotations.NullMarked;
