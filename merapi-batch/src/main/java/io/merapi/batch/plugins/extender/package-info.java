/**
 * Decisions asked of an HTTP server: Volcano's {@code extender} plugin.
 *
 * <p>{@link io.merapi.batch.plugins.extender.Extender} knows what to ask and what answers mean.
 * {@code Questions} and the {@code …Fields} classes put the session into the words that Volcano
 * sends, which are the names of its Go types; {@code Answer} reads what comes back as Go would.
 * Sending is the business of an {@link io.merapi.batch.plugins.extender.ExtenderTransport}.
 */
@NullMarked
package io.merapi.batch.plugins.extender;

import org.jspecify.annotations.NullMarked;
