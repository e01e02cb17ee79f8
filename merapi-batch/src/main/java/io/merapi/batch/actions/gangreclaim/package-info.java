/** Makes room for whole gangs at the cost of other queues: Volcano's {@code gangreclaim} action. */
@NullMarked
package io.merapi.batch.actions.gangreclaim;

import org.jspecify.annotations.NullMarked;
