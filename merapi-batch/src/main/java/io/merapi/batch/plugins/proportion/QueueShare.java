package io.merapi.batch.plugins.proportion;

import io.merapi.api.resource.Resources;
import io.merapi.api.session.Job;
import io.merapi.batch.shares.DominantShare;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a queue may use, wants and uses.
 *
 * @param request what its tasks ask for that hold resources or wait for a node
 * @param elastic what its jobs hold beyond their minimum
 * @param inqueue what its admitted jobs keep for tasks that hold nothing yet
 * @param deserved its part of the cluster
 * @param allocated what its tasks hold
 * @param share the greatest part of what it deserves that it uses, over all dimensions
 */
record QueueShare(
    QueueBounds bounds,
    Resources request,
    Resources elastic,
    Resources inqueue,
    Resources deserved,
    Resources allocated,
    double share) {

  /** A queue with its share worked out. */
  QueueShare(
      QueueBounds bounds,
      Resources request,
      Resources elastic,
      Resources inqueue,
      Resources deserved,
      Resources allocated) {
    this(
        bounds,
        request,
        elastic,
        inqueue,
        deserved,
        allocated,
        DominantShare.of(allocated, deserved).share());
  }

  QueueShare withAllocated(Resources amount) {
    return new QueueShare(bounds, request, elastic, inqueue, deserved, amount);
  }

  QueueShare withInqueue(Resources amount) {
    return new QueueShare(bounds, request, elastic, amount, deserved, allocated, share);
  }

  /**
   * What the queue would use, or keep for jobs, if one more were admitted. What jobs hold beyond
   * their minimum does not count: it is lent.
   */
  Resources usedWith(Job job) {
    return job.minResources().sum().add(allocated).add(inqueue).subtract(elastic).toResources();
  }

  Map<String, @Nullable Object> attributes() {
    var attributes = new TreeMap<String, @Nullable Object>();
    attributes.put("weight", bounds.weight());
    attributes.put("capability", bounds.capability());
    attributes.put("realCapability", bounds.realCapability());
    attributes.put("guarantee", bounds.guarantee());
    attributes.put("request", request);
    attributes.put("elastic", elastic);
    attributes.put("inqueue", inqueue);
    attributes.put("deserved", deserved);
    attributes.put("allocated", allocated);
    attributes.put("share", share);
    return attributes;
  }
}
