/**
 * Spreading or packing, chosen resource by resource: Volcano's {@code resource-strategy-fit}
 * plugin.
 */
@NullMarked
package io.merapi.batch.plugins.resourcestrategyfit;

import org.jspecify.annotations.NullMarked;
