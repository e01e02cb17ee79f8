/**
 * Dominant resource fairness between jobs, and between queues of a hierarchy: Volcano's {@code drf}
 * plugin.
 */
@NullMarked
package io.merapi.batch.plugins.drf;

import org.jspecify.annotations.NullMarked;
