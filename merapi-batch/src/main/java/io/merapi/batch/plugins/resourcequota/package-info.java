/**
 * Jobs enter the queue only if their namespace's quota has room for them: Volcano's {@code
 * resourcequota} plugin.
 */
@NullMarked
package io.merapi.batch.plugins.resourcequota;

import org.jspecify.annotations.NullMarked;
