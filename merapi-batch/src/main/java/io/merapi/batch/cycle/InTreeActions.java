package io.merapi.batch.cycle;

import io.merapi.batch.actions.allocate.Allocate;
import io.merapi.batch.actions.backfill.Backfill;
import io.merapi.batch.actions.enqueue.Enqueue;
import io.merapi.batch.actions.gangpreempt.GangPreempt;
import io.merapi.batch.actions.gangreclaim.GangReclaim;
import io.merapi.batch.actions.preempt.Preempt;
import io.merapi.batch.actions.reclaim.Reclaim;
import io.merapi.batch.actions.shuffle.Shuffle;
import io.merapi.batch.configuration.ActionArguments;
import io.merapi.batch.configuration.BatchAction;
import io.merapi.batch.configuration.BatchConfiguration;
import io.merapi.batch.session.Action;

/** Makes the actions of a session. */
public final class InTreeActions {

  private InTreeActions() {}

  /**
   * A new action with its arguments.
   *
   * @param configuration of the whole session: what an action does may depend on which others run
   */
  public static Action make(BatchAction action, BatchConfiguration configuration) {
    ActionArguments arguments = configuration.actionArguments();
    return switch (action) {
      case ENQUEUE -> new Enqueue();
      case ALLOCATE ->
          new Allocate(arguments.allocate(), configuration.actions().contains(BatchAction.ENQUEUE));
      case BACKFILL -> new Backfill();
      case PREEMPT -> new Preempt(arguments.preempt());
      case RECLAIM -> new Reclaim();
      case GANG_PREEMPT -> new GangPreempt(arguments.gangPreempt());
      case GANG_RECLAIM -> new GangReclaim(arguments.gangReclaim());
      case SHUFFLE -> new Shuffle();
    };
  }
}
