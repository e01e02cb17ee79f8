package io.merapi.api.session.extension;

import io.merapi.api.session.Task;
import java.util.List;

/** Says which tasks may be evicted for a task of another queue. */
public interface Reclaimable extends BatchPlugin {

  /** Candidates are running tasks of one node; their order may matter to plugins that count. */
  VictimVote reclaimable(Task reclaimer, List<? extends Task> reclaimees);

  /**
   * What the vote goes by of a reclaimer, as it is now, beside the class of its pod: for two of one
   * class with equal traits it is the same. By default every task is one of its own.
   */
  default Object reclaimerTraits(Task reclaimer) {
    return reclaimer;
  }

  /** What else the vote depends on; the engine asks again only when that has changed. */
  default VictimDependence reclaimableDependence(Task reclaimer, List<? extends Task> reclaimees) {
    return VictimDependence.ANYTHING;
  }
}
