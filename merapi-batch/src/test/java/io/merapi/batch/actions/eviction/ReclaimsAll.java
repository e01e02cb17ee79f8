package io.merapi.batch.actions.eviction;

import io.merapi.api.session.Task;
import io.merapi.api.session.extension.Reclaimable;
import io.merapi.api.session.extension.VictimVote;
import java.util.List;

/** Lets every task be reclaimed. */
public final class ReclaimsAll implements Reclaimable {

  @Override
  public String name() {
    return "reclaims-all";
  }

  @Override
  public VictimVote reclaimable(Task reclaimer, List<? extends Task> reclaimees) {
    return VictimVote.of(reclaimees);
  }
}
