/**
 * Jobs and tasks in the order of their priority, which also decides whom they may displace:
 * Volcano's {@code priority} plugin.
 */
@NullMarked
package io.merapi.batch.plugins.priority;

import org.jspecify.annotations.NullMarked;
