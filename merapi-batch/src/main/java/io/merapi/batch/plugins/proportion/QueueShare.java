package io.merapi.batch.plugins.proportion;

import io.merapi.api.resource.MissingDimension;
import io.merapi.api.resource.Resources;
import io.merapi.api.resource.ResourcesSum;
import io.merapi.api.session.Job;
import io.merapi.batch.measures.QueueFigures;
import io.merapi.batch.shares.DominantShare;
import io.merapi.kube.persistent.Edit;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a queue may use, wants and uses. */
final class QueueShare {

  private static final double UNKNOWN = -1;

  private final QueueBounds bounds;
  private final Resources request;
  private final Resources elastic;
  private final Resources deserved;
  private final @Nullable Edit edit;
  private final ResourcesSum allocated;
  private Resources inqueue;

  /** Worked out when somebody asks, as what the queue uses changes more often. */
  private double share = UNKNOWN;

  /**
   * @param request what its tasks ask for that hold resources or wait for a node
   * @param elastic what its jobs hold beyond their minimum
   * @param inqueue what its admitted jobs keep for tasks that hold nothing yet
   * @param deserved its part of the cluster
   * @param allocated what its tasks hold
   */
  QueueShare(
      QueueBounds bounds,
      Resources request,
      Resources elastic,
      Resources inqueue,
      Resources deserved,
      Resources allocated) {
    this(bounds, request, elastic, inqueue, deserved, allocated, null);
  }

  private QueueShare(
      QueueBounds bounds,
      Resources request,
      Resources elastic,
      Resources inqueue,
      Resources deserved,
      Resources allocated,
      @Nullable Edit edit) {
    this.bounds = bounds;
    this.request = request;
    this.elastic = elastic;
    this.inqueue = inqueue;
    this.deserved = deserved;
    this.allocated = allocated.sum();
    this.edit = edit;
  }

  /** One that may change in an edit: this one if it was made in it, else a copy. */
  @SuppressWarnings("ReferenceEquality") // an edit is nothing but its identity
  QueueShare in(Edit wanted) {
    return edit == wanted
        ? this
        : new QueueShare(bounds, request, elastic, inqueue, deserved, allocated(), wanted);
  }

  void take(Resources amount) {
    allocated.add(amount);
    share = UNKNOWN;
  }

  void giveBack(Resources amount) {
    allocated.subtract(amount);
    share = UNKNOWN;
  }

  void reserve(Resources amount) {
    inqueue = inqueue.plus(amount);
  }

  QueueBounds bounds() {
    return bounds;
  }

  Resources request() {
    return request;
  }

  Resources elastic() {
    return elastic;
  }

  Resources inqueue() {
    return inqueue;
  }

  Resources deserved() {
    return deserved;
  }

  /** What its tasks hold as of now; it follows what comes and goes. */
  Resources allocated() {
    return allocated.view();
  }

  /** The greatest part of what it deserves that it uses, over all dimensions. */
  double share() {
    if (share == UNKNOWN) {
      share = DominantShare.of(allocated(), deserved).share();
    }
    return share;
  }

  /**
   * What the queue would use, or keep for jobs, if one more were admitted. What jobs hold beyond
   * their minimum does not count: it is lent.
   */
  Resources usedWith(Job job) {
    return job.minResources().sum().add(allocated()).add(inqueue).subtract(elastic).toResources();
  }

  /** The figures as metrics show them; this plugin does not tell what a queue may have at most. */
  QueueFigures figures(String queue) {
    return new QueueFigures(
        queue,
        allocated.toResources(),
        request,
        inqueue,
        deserved,
        null,
        null,
        share(),
        deserved.lessEqual(allocated(), MissingDimension.ZERO),
        bounds.weight());
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
    attributes.put("allocated", allocated.toResources());
    attributes.put("share", share());
    return attributes;
  }
}
