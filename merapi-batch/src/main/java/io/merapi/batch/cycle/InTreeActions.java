package io.merapi.batch.cycle;

import io.merapi.batch.actions.enqueue.Enqueue;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.session.Action;
import java.util.Optional;

/** Makes the actions of a session; those that do not exist yet it cannot make. */
public final class InTreeActions {

  private InTreeActions() {}

  /**
   * A new action with its arguments.
   *
   * @param configuration of the whole session: what an action does may depend on which others run
   */
  public static Optional<Action> make(BatchAction action, BatchConfiguration configuration) {
    return switch (action) {
      case ENQUEUE -> Optional.of(new Enqueue());
      case ALLOCATE, BACKFILL, PREEMPT, RECLAIM, GANG_PREEMPT, GANG_RECLAIM, SHUFFLE ->
          Optional.empty();
    };
  }
}
