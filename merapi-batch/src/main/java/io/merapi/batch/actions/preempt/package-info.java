/** Makes room for starving jobs within their queue: Volcano's {@code preempt} action. */
@NullMarked
package io.merapi.batch.actions.preempt;

import org.jspecify.annotations.NullMarked;
