/**
 * Lets jobs out of the pending phase as room for them appears: Volcano's {@code enqueue} action.
 */
@NullMarked
package io.merapi.batch.actions.enqueue;

import org.jspecify.annotations.NullMarked;
