package io.merapi.batch.configuration;

import io.merapi.api.plugin.Arguments;
import io.merapi.batch.actions.allocate.AllocateArgs;
import io.merapi.batch.actions.backfill.BackfillArgs;
import io.merapi.batch.actions.bundles.GangEvictionArgs;
import io.merapi.batch.actions.enqueue.EnqueueArgs;
import io.merapi.batch.actions.preempt.PreemptArgs;
import io.merapi.batch.actions.reclaim.ReclaimArgs;
import io.merapi.batch.actions.shuffle.ShuffleArgs;
import java.util.function.Function;

/** The arguments of all actions, whether they are configured to run or not. */
public record ActionArguments(
    EnqueueArgs enqueue,
    AllocateArgs allocate,
    BackfillArgs backfill,
    PreemptArgs preempt,
    ReclaimArgs reclaim,
    GangEvictionArgs gangPreempt,
    GangEvictionArgs gangReclaim,
    ShuffleArgs shuffle) {

  public static final ActionArguments DEFAULTS =
      new ActionArguments(
          EnqueueArgs.DEFAULTS,
          AllocateArgs.DEFAULTS,
          BackfillArgs.DEFAULTS,
          PreemptArgs.DEFAULTS,
          ReclaimArgs.DEFAULTS,
          GangEvictionArgs.DEFAULTS,
          GangEvictionArgs.DEFAULTS,
          ShuffleArgs.DEFAULTS);

  /**
   * Reads the arguments of all actions.
   *
   * @param in the arguments of an action; without keys where the file has none for it
   */
  public static ActionArguments bind(Function<BatchAction, Arguments> in) {
    AllocateArgs allocate = AllocateArgs.bind(in.apply(BatchAction.ALLOCATE));
    return new ActionArguments(
        EnqueueArgs.bind(in.apply(BatchAction.ENQUEUE)),
        allocate,
        BackfillArgs.bind(in.apply(BatchAction.BACKFILL)),
        PreemptArgs.bind(in.apply(BatchAction.PREEMPT)),
        ReclaimArgs.bind(in.apply(BatchAction.RECLAIM)),
        GangEvictionArgs.bind(in.apply(BatchAction.GANG_PREEMPT), allocate),
        GangEvictionArgs.bind(in.apply(BatchAction.GANG_RECLAIM), allocate),
        ShuffleArgs.bind(in.apply(BatchAction.SHUFFLE)));
  }
}
