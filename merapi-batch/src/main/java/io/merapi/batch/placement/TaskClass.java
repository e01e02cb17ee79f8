package io.merapi.batch.placement;

import io.merapi.api.session.Job;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that no plugin of a session can tell apart when it looks at a node.
 *
 * @param pods their class, what their claims say if they have some, or their {@link NodeDemand}
 *     where nothing else makes a difference
 * @param job null where no plugin tells jobs apart
 */
record TaskClass(Object pods, @Nullable Job job) {

  /** What is used by turns is worth keeping, whatever it takes. */
  private static final int LEAST = 8;

  /**
   * How many classes may be remembered.
   *
   * @param entries how many pairs of a class and a node may be
   */
  static int most(int entries, int nodes) {
    return Math.max(LEAST, entries / nodes);
  }
}
