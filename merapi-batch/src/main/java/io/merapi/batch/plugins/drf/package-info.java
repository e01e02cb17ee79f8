/**
 * Dominant resource fairness between jobs, and between queues of a hierarchy: Volcano's {@code drf}
 * plugin.
 *
 * <p>{@code JobShare} is what a job holds of the cluster; {@code Hierarchy} is the tree in which
 * queues that are compared stand, made of {@code HierarchyNode}s. {@link
 * io.merapi.batch.plugins.drf.Drf} keeps both up to date and answers from them. How shares are
 * computed is in {@link io.merapi.batch.shares}.
 */
@NullMarked
package io.merapi.batch.plugins.drf;

import org.jspecify.annotations.NullMarked;
