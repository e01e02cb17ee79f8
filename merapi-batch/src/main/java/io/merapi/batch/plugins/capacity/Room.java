package io.merapi.batch.plugins.capacity;

import io.merapi.api.resource.Dimensions;
import io.merapi.api.resource.Resources;
import io.merapi.api.session.Task;

/** Says whether a queue, and all above it, have room for a task. */
final class Room {

  private final GatedTasks gated;

  Room(GatedTasks gated) {
    this.gated = gated;
  }

  boolean fits(QueueAccounts accounts, QueueAccount account, Task candidate) {
    return accounts.path(account).stream().allMatch(one -> fits(one, candidate));
  }

  private boolean fits(QueueAccount account, Task candidate) {
    if (!account.devices().fits(candidate)) {
      return false;
    }
    Resources future =
        account
            .allocated()
            .plus(gated.keptBeside(candidate, account.name()))
            .plus(candidate.request());
    return Dimensions.fits(future, account.realCapability(), candidate.request());
  }
}
