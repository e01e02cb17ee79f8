package io.merapi.sim.placement;

import io.merapi.sim.trace.PodShape;
import java.util.List;

/** Places pods on the nodes of one trial. */
interface Placer extends AutoCloseable {

  /**
   * Places pods one after the other; one that fits nowhere is dropped.
   *
   * @return what those that were placed have of GPUs, in thousandths of a card
   */
  long place(List<PodShape> pods);

  @Override
  default void close() {}
}
