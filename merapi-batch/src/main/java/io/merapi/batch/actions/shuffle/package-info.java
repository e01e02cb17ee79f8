/**
 * The {@code shuffle} action: evicts tasks that plugins pick for the good of the cluster.
 *
 * <p>Upstream counterpart: Volcano's {@code pkg/scheduler/actions/shuffle}.
 */
@NullMarked
package io.merapi.batch.actions.shuffle;

import org.jspecify.annotations.NullMarked;
