/**
 * Ports through which the decisions of a session leave it.
 *
 * <p>A session hands over what it decided and goes on; {@link io.merapi.batch.effects.BatchEffects}
 * answer at once whether they take it. What comes of it later is an event of the cluster, for the
 * next session. {@link io.merapi.batch.effects.BatchWriter} is the port to the cluster itself, and
 * answers when a thing is done; the simulated and the real cluster implement it.
 */
@NullMarked
package io.merapi.batch.effects;

import org.jspecify.annotations.NullMarked;
