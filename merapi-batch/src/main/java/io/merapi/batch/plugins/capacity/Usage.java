package io.merapi.batch.plugins.capacity;

import io.merapi.api.resource.Resources;
import io.merapi.api.session.Job;
import io.merapi.api.session.Session;
import io.merapi.batch.shares.QueueUse;
import io.merapi.batch.shares.Reservations;

/**
 * What jobs have and want.
 *
 * @param allocated what their tasks on nodes take
 * @param request the same with what their pending tasks ask for
 * @param inqueue what admitted jobs keep for tasks to come
 * @param elastic what they have beyond their minimums
 */
record Usage(Resources allocated, Resources request, Resources inqueue, Resources elastic) {

  static Usage none(Session session) {
    Resources nothing = Resources.none(session.resources());
    return new Usage(nothing, nothing, nothing, nothing);
  }

  static Usage of(Job job, Reservations reservations) {
    return new Usage(
        job.allocated(), QueueUse.request(job), reservations.inQueue(job), job.elasticResources());
  }

  static Usage of(QueueUse use) {
    return new Usage(use.allocated(), use.request(), use.inqueue(), use.elastic());
  }

  Usage plus(Usage other) {
    return new Usage(
        allocated.plus(other.allocated),
        request.plus(other.request),
        inqueue.plus(other.inqueue),
        elastic.plus(other.elastic));
  }

  Usage withAllocated(Resources newAllocated) {
    return new Usage(newAllocated, request, inqueue, elastic);
  }

  Usage withAdmitted(Resources minimum) {
    return new Usage(allocated, request, inqueue.plus(minimum), elastic);
  }

  /** What would be held if more were admitted: elastic parts can be taken back. */
  Resources ifAdmitted(Resources minimum) {
    return minimum.plus(allocated).plus(inqueue).minusAllowingNegative(elastic);
  }
}
