/**
 * Keeps room that was made for tasks for those tasks.
 *
 * <p>No action of a configuration: {@link io.merapi.batch.actions.nomination.ClaimNominations} runs
 * before all others where the fix is on that asks for it.
 */
@NullMarked
package io.merapi.batch.actions.nomination;

import org.jspecify.annotations.NullMarked;
