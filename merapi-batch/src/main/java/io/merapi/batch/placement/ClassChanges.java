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

  /** How many changes of nodes are told. */
  private long read;

  /** How many touches are. */
  private long touchesRead;

  /**
   * Changes from now on.
   *
   * @param claims null where they do not matter
   */
  ClassChanges(ChangedNodes changed, @Nullable SessionClaims claims) {
    this.changed = changed;
    this.claims = claims;
    this.read = changed.count();
    this.touchesRead = claims == null ? 0 : claims.touched().count();
  }

  /** The same changes from now on, for somebody else. */
  ClassChanges fromNow() {
    return new ClassChanges(changed, claims);
  }

  boolean heedClaims() {
    return claims != null;
  }

  /** Tells the places of nodes that were not told yet, some maybe twice. */
  void tell(IntConsumer action) {
    changed.since(read, action);
    read = changed.count();
    if (claims != null) {
      ChangedNodes touched = claims.touched();
      touched.since(touchesRead, action);
      touchesRead = touched.count();
    }
  }
}
