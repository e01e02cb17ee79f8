/** Makes room for starving jobs at the cost of other queues: Volcano's {@code reclaim} action. */
@NullMarked
package io.merapi.batch.actions.reclaim;

import org.jspecify.annotations.NullMarked;
