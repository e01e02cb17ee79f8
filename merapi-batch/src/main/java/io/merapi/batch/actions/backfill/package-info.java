/**
 * The {@code backfill} action: gives nodes to tasks that ask for nothing.
 *
 * <p>Upstream counterpart: Volcano's {@code pkg/scheduler/actions/backfill}.
 */
@NullMarked
package io.merapi.batch.actions.backfill;

import org.jspecify.annotations.NullMarked;
