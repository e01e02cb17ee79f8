package io.merapi.batch.measures;

import java.util.Collection;

/** A plugin that knows what queues may have and what they have. */
public interface MeasuredQueues {

  /** The figures of the queues that it counts for, as they stand. */
  Collection<QueueFigures> queueFigures();
}
