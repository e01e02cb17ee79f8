/**
 * How well policies place the pods of a trace: the experiment of "Beware of Fragmentation" (Weng et
 * al., USENIX ATC 2023).
 *
 * <p>Pods come one after the other in an order that a seed decides ({@link
 * io.merapi.sim.placement.PodOrder}), stay for ever, and are dropped where they fit nowhere. Each
 * {@link io.merapi.sim.placement.PlacementPolicy} starts a {@link io.merapi.sim.placement.Placer}:
 * a configuration of the real batch scheduler, or a control on a small model of its own. What is
 * measured is how much of all GPUs is given away when a certain share of them has been asked for.
 */
@NullMarked
package io.merapi.sim.placement;

import org.jspecify.annotations.NullMarked;
