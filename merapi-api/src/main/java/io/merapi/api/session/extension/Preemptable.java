package io.merapi.api.session.extension;

import io.merapi.api.session.Task;
import java.util.List;

/** Says which tasks may be evicted for a task of the same queue. */
public interface Preemptable extends BatchPlugin {

  /** Candidates are running tasks of one node; their order may matter to plugins that count. */
  VictimVote preemptable(Task preemptor, List<? extends Task> preemptees);

  /**
   * What the vote goes by of a preemptor, as it is now, beside the class of its pod: for two of one
   * class with equal traits it is the same. By default every task is one of its own.
   */
  default Object preemptorTraits(Task preemptor) {
    return preemptor;
  }

  /** What else the vote depends on; the engine asks again only when that has changed. */
  default VictimDependence preemptableDependence(Task preemptor, List<? extends Task> preemptees) {
    return VictimDependence.ANYTHING;
  }
}
