/**
 * What the actions share that make room for starving jobs by evicting others.
 *
 * <p>{@link io.merapi.batch.actions.eviction.StarvingJobs} gives jobs their turns, {@link
 * io.merapi.batch.actions.eviction.EvictionNodes} says where it is worth looking, and {@link
 * io.merapi.batch.actions.eviction.RoomOnNode} evicts on one node until a task fits.
 */
@NullMarked
package io.merapi.batch.actions.eviction;

import org.jspecify.annotations.NullMarked;
