/** Evicts the victims that plugins name: Volcano's {@code shuffle} action. */
@NullMarked
package io.merapi.batch.actions.shuffle;

import org.jspecify.annotations.NullMarked;
