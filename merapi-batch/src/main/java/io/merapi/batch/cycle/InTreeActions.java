package io.merapi.batch.cycle;

import io.merapi.batch.actions.allocate.Allocate;
import io.merapi.batch.actions.backfill.Backfill;
import io.merapi.batch.actions.enqueue.Enqueue;
import io.merapi.batch.actions.gangpreempt.GangPreempt;
import io.merapi.batch.actions.gangreclaim.GangReclaim;
import io.merapi.batch.actions.preempt.Preempt;
import io.merapi.batch.actions.reclaim.Reclaim;
import io.merapi.batch.actions.shuffle.Shuffle;
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
      case ALLOCATE ->
          Optional.of(
              new Allocate(
                  configuration.actionArguments().allocate(),
                  configuration.actions().contains(BatchAction.ENQUEUE)));
      case BACKFILL -> Optional.of(new Backfill());
      case PREEMPT -> Optional.of(new Preempt(configuration.actionArguments().preempt()));
      case RECLAIM -> Optional.of(new Reclaim(configuration.actionArguments().reclaim()));
      case GANG_PREEMPT ->
          Optional.of(new GangPreempt(configuration.actionArguments().gangPreempt()));
      case GANG_RECLAIM ->
          Optional.of(new GangReclaim(configuration.actionArguments().gangReclaim()));
      case SHUFFLE -> Optional.of(new Shuffle());
    };
  }
}
