/**
 * The arithmetic of fair sharing that several plugins have in common.
 *
 * <p>{@link io.merapi.batch.shares.DominantShare} says how much of a whole is used, {@link
 * io.merapi.batch.shares.Reservations} what admitted jobs still keep of their queue, and {@link
 * io.merapi.batch.shares.Shortage} words what is missing. Nothing here belongs to one plugin alone.
 * Upstream counterparts: parts of {@code plugins/util} and {@code api/helpers}.
 */
@NullMarked
package io.merapi.batch.shares;

import org.jspecify.annotations.NullMarked;
