package io.merapi.batch.placement;

import io.merapi.batch.session.ChangedNodes;
import io.merapi.batch.session.SessionClaims;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes the tasks of one class must be judged by again: those that have changed and, where
 * claims matter to the class, those that changes of claims have touched. Used by one thread.
 */
final class ClassChanges {

  private final ChangedNodes changed;
  private final @Nullable SessionClaims claims;
  private final int nodes;

  /** How many changes of nodes are told. */
  private long read;

  /** How many touches are. */
  private long touchesRead;

  /**
   * Changes from now on.
   *
   * @param claims null where they do not matter
   * @param nodes how many there are in the session
   */
  ClassChanges(ChangedNodes changed, @Nullable SessionClaims claims, int nodes) {
    this.changed = changed;
    this.claims = claims;
    this.nodes = nodes;
    this.read = changed.count();
    this.touchesRead = claims == null ? 0 : claims.touched().count();
  }

  /** The same changes from now on, for somebody else. */
  ClassChanges fromNow() {
    return new ClassChanges(changed, claims, nodes);
  }

  boolean heedClaims() {
    return claims != null;
  }

  /** Whether all changes of nodes are known that were not told yet. */
  boolean areKnown() {
    return changed.knowsSince(read);
  }

  /** Tells the places of nodes that were not told yet, some maybe twice; all where not known. */
  void tell(IntConsumer action) {
    if (read < changed.count()) {
      tell(changed, read, action);
      read = changed.count();
    }
    if (claims != null) {
      ChangedNodes touched = claims.touched();
      tell(touched, touchesRead, action);
      touchesRead = touched.count();
    }
  }

  private void tell(ChangedNodes log, long since, IntConsumer action) {
    if (log.knowsSince(since)) {
      log.since(since, action);
    } else {
      for (int node = 0; node < nodes; node++) {
        action.accept(node);
      }
    }
  }
}
