package io.merapi.batch.placement;

import io.merapi.api.session.Job;
import io.merapi.batch.session.SchedulingSession;
import io.merapi.kube.placement.ClassMemory;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that no plugin of a session can tell apart when it looks at a node.
 *
 * @param pods their class, what their claims say if they have some, or their {@link NodeDemand}
 *     where nothing else makes a difference
 * @param job null where no plugin tells jobs apart
 */
record TaskClass(Object pods, @Nullable Job job) {

  /**
   * How much one of those may take who remember classes. There are three, for tasks that go by
   * counts, for all others and for evictions; a class is mostly known to one of them.
   */
  static ClassMemory memory(SchedulingSession session) {
    return session.options().memory().dividedBy(2);
  }
}
