package io.merapi.batch.plugins.capacity;

import io.merapi.api.resource.Resources;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import io.merapi.batch.measures.QueueFigures;
import io.merapi.batch.shares.DominantShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a queue may have, and what it has. A queue above others has what these have together.
 *
 * <p>Kept from upstream: the share of a queue above others is worked out when the session opens,
 * and not again when tasks move below it.
 */
final class QueueAccount {

  /** The share of a queue that deserves nothing: behind all that have less than they deserve. */
  private static final double BEST_EFFORT_SHARE = 1;

  private final QueueInfo queue;
  private final DeviceQuota devices;
  private final List<QueueAccount> children;

  /** From the root down to the queue above. */
  private List<String> ancestors;

  private Entitlement entitlement;
  private Usage usage;
  private double share;

  /** The account of a queue without jobs, on its own. */
  QueueAccount(QueueInfo queue, Session session, DeviceQuota.Rules rules) {
    this.queue = queue;
    this.devices = new DeviceQuota(queue.queue(), rules);
    this.children = new ArrayList<>();
    this.ancestors = List.of();
    this.entitlement = Entitlement.stated(queue.queue(), session);
    this.usage = Usage.none(session);
  }

  private QueueAccount(QueueAccount original) {
    this.queue = original.queue;
    this.devices = original.devices.copy();
    this.children = original.children;
    this.ancestors = original.ancestors;
    this.entitlement = original.entitlement;
    this.usage = original.usage;
    this.share = original.share;
  }

  /** An account that moves on without this one; its place among queues is the same. */
  QueueAccount copy() {
    return new QueueAccount(this);
  }

  /** Becomes a child of another queue. */
  void placeBelow(QueueAccount parent) {
    parent.children.add(this);
    var path = new ArrayList<>(parent.ancestors);
    path.add(parent.name());
    ancestors = List.copyOf(path);
  }

  String name() {
    return queue.name();
  }

  QueueInfo queue() {
    return queue;
  }

  /** From the root down to the queue above. */
  List<String> ancestors() {
    return ancestors;
  }

  /** The queue so many levels above this one, 1 for its parent; null where there is none. */
  @Nullable String ancestor(int level) {
    return level < 1 || level > ancestors.size() ? null : ancestors.get(ancestors.size() - level);
  }

  List<QueueAccount> children() {
    return children;
  }

  boolean isLeaf() {
    return children.isEmpty();
  }

  Resources guarantee() {
    return entitlement.guarantee();
  }

  Resources deserved() {
    return entitlement.deserved();
  }

  Resources capability() {
    return entitlement.capability();
  }

  Resources realCapability() {
    return entitlement.realCapability();
  }

  Entitlement entitlement() {
    return entitlement;
  }

  void entitle(Entitlement newEntitlement) {
    entitlement = newEntitlement;
  }

  Resources allocated() {
    return usage.allocated();
  }

  Usage usage() {
    return usage;
  }

  void use(Usage newUsage) {
    usage = newUsage;
  }

  DeviceQuota devices() {
    return devices;
  }

  double share() {
    return share;
  }

  /** Whether it deserves anything, so that it has a right to go before those that do not. */
  boolean deservesSomething() {
    return !deserved().isEmpty();
  }

  void updateShare() {
    share =
        deservesSomething() ? DominantShare.of(allocated(), deserved()).share() : BEST_EFFORT_SHARE;
  }

  void allocate(Task task) {
    usage = usage.withAllocated(allocated().plus(task.request()));
    devices.allocate(task);
  }

  void release(Task task) {
    usage = usage.withAllocated(allocated().minusAllowingNegative(task.request()));
    devices.release(task);
  }

  /** The figures as metrics show them. */
  QueueFigures figures() {
    return new QueueFigures(
        name(),
        allocated(),
        usage.request(),
        usage.inqueue(),
        deserved(),
        capability(),
        realCapability(),
        share,
        share > 1,
        null);
  }

  /** The figures as explanations show them. */
  Map<String, @Nullable Object> attributes() {
    var figures = new TreeMap<String, @Nullable Object>();
    figures.put("deserved", deserved());
    figures.put("guarantee", guarantee());
    figures.put("capability", capability());
    figures.put("realCapability", realCapability());
    figures.put("allocated", allocated());
    figures.put("request", usage.request());
    figures.put("inqueue", usage.inqueue());
    figures.put("elastic", usage.elastic());
    figures.put("share", share);
    if (!ancestors.isEmpty()) {
      figures.put("ancestors", ancestors);
    }
    if (!children.isEmpty()) {
      figures.put("children", children.stream().map(QueueAccount::name).sorted().toList());
    }
    if (devices.stated()) {
      figures.put("dra", devices.attributes());
    }
    return figures;
  }
}
