/**
 * Queues with what they deserve, may have at most and are guaranteed, per resource and in a
 * hierarchy: Volcano's {@code capacity} plugin.
 */
@NullMarked
package io.merapi.batch.plugins.capacity;

import org.jspecify.annotations.NullMarked;
