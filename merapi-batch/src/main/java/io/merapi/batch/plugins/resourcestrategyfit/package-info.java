/**
 * Spreading or packing, chosen resource by resource: Volcano's {@code resource-strategy-fit}
 * plugin.
 *
 * <p>{@link io.merapi.batch.plugins.resourcestrategyfit.ResourceStrategyFit} adds up two scores and
 * filters. {@code Strategies} scores by how full the resources of a node would be, {@link
 * io.merapi.batch.plugins.resourcestrategyfit.ScarceResources} by which resources it has at all,
 * and {@link io.merapi.batch.plugins.resourcestrategyfit.Proportional} refuses tasks that would
 * leave the scarce resources of a node without cpu and memory.
 */
@NullMarked
package io.merapi.batch.plugins.resourcestrategyfit;

import org.jspecify.annotations.NullMarked;
