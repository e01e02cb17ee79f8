package io.merapi.batch.plugins.nodegroup;

import io.merapi.api.batch.Queue;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.QueueInfo;
import io.merapi.api.session.Session;
import io.merapi.api.session.Task;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one queue may do in node groups, and what it uses of each; it follows the session. */
final class QueueGroups {

  private final GroupRules rules;
  private final GroupLimits limits;
  private final Map<String, Resources> used = new HashMap<>();

  /**
   * @param inherits whether a queue without affinity takes that of the queues above it
   */
  QueueGroups(QueueInfo queue, Session session, boolean inherits) {
    this.rules = GroupRules.of(inherits ? inherited(queue, session) : queue.queue().affinity());
    this.limits = GroupLimits.of(queue, session);
  }

  /** The affinity of the nearest queue that states one, itself first; a cycle ends the way up. */
  private static Queue.@Nullable Affinity inherited(QueueInfo queue, Session session) {
    var seen = new HashSet<String>();
    for (QueueInfo at = queue; at != null && seen.add(at.name()); at = above(at, session)) {
      if (at.queue().affinity() != null) {
        return at.queue().affinity();
      }
    }
    return null;
  }

  private static @Nullable QueueInfo above(QueueInfo queue, Session session) {
    if (queue.name().equals(QueueInfo.ROOT)) {
      return null;
    }
    String parent = queue.queue().parent();
    return session.queue(parent.isEmpty() ? QueueInfo.ROOT : parent);
  }

  GroupRules rules() {
    return rules;
  }

  GroupLimits limits() {
    return limits;
  }

  /** Whether the queue would use more of a group than it may, with one more task. */
  boolean exceeds(String group, Task task) {
    Resources before = used.get(group);
    return limits.exceededBy(before == null ? task.request() : before.plus(task.request()), group);
  }

  void add(String group, Resources amount) {
    used.merge(group, amount, Resources::plus);
  }

  void subtract(String group, Resources amount) {
    used.computeIfPresent(group, (_, before) -> before.minusAllowingNegative(amount));
  }
}
