/**
 * Where something stands in a file, and what is wrong there.
 *
 * <p>{@link io.merapi.config.source.Location} is a place, {@link io.merapi.config.source.Problem} a
 * finding at a place. Readers of objects and of both configuration formats report through them, so
 * that every command prints problems alike.
 */
@NullMarked
package io.merapi.config.source;

import org.jspecify.annotations.NullMarked;
