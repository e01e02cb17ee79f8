/**
 * Tasks of a job near to, or away from, its other tasks: Volcano's {@code task-topology} plugin.
 *
 * <p>{@link io.merapi.batch.plugins.tasktopology.RoleTopology} is what a group says of its roles.
 * By it, {@link io.merapi.batch.plugins.tasktopology.Buckets} sorts the tasks of a job into groups
 * that should share a node; these stay together because their members are placed one after the
 * other, on nodes with room for as many of them as possible.
 */
@NullMarked
package io.merapi.batch.plugins.tasktopology;

import org.jspecify.annotations.NullMarked;
