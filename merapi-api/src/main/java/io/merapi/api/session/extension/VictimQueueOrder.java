package io.merapi.api.session.extension;

import io.merapi.api.session.QueueInfo;

/** Orders queues to take victims from; the first plugin that sees a difference decides. */
public interface VictimQueueOrder extends BatchPlugin {

  /**
   * Negative if victims are taken from the first queue before the second, positive if after.
   *
   * @param preemptor the queue that room is made for
   */
  int compareVictimQueues(QueueInfo left, QueueInfo right, QueueInfo preemptor);
}
