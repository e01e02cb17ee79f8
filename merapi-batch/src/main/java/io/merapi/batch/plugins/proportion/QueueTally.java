package io.merapi.batch.plugins.proportion;

import io.merapi.api.resource.Resources;
import io.merapi.batch.shares.QueueUse;

/**
 * A queue before anything is divided.
 *
 * @param use what its jobs have and want
 * @param request what counts as asked for
 */
record QueueTally(QueueBounds bounds, QueueUse use, Resources request) {

  Claim claim() {
    return new Claim(bounds.weight(), request, bounds.realCapability(), bounds.guarantee());
  }

  QueueShare share(Resources deserved) {
    return new QueueShare(bounds, request, use.elastic(), use.inqueue(), deserved, use.allocated());
  }
}
