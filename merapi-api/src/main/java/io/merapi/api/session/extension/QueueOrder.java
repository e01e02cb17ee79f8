package io.merapi.api.session.extension;

import io.merapi.api.session.QueueInfo;

/** Orders queues; the first plugin that sees a difference decides. */
public interface QueueOrder extends BatchPlugin {

  /** Negative if the first goes before the second, positive if after, 0 if it does not matter. */
  int compareQueues(QueueInfo left, QueueInfo right);
}
