/** Makes room for whole gangs within their queue: Volcano's {@code gangpreempt} action. */
@NullMarked
package io.merapi.batch.actions.gangpreempt;

import org.jspecify.annotations.NullMarked;
