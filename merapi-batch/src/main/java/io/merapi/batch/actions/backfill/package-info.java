/** Places tasks that request nothing: Volcano's {@code backfill} action. */
@NullMarked
package io.merapi.batch.actions.backfill;

import org.jspecify.annotations.NullMarked;
