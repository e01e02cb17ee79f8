package io.merapi.api.session.extension;

import io.merapi.api.session.Task;
import java.util.List;

/** Says which tasks may be evicted, and says the same whomever the room is for. */
public interface ImpartialVotes extends Preemptable, Reclaimable {

  /** Candidates are running tasks of one node; their order may matter to plugins that count. */
  VictimVote mayGo(List<? extends Task> candidates);

  /** What the vote depends on; the engine asks again only when that has changed. */
  VictimDependence mayGoDependence(List<? extends Task> candidates);

  @Override
  default VictimVote preemptable(Task preemptor, List<? extends Task> preemptees) {
    return mayGo(preemptees);
  }

  @Override
  default Object preemptorTraits(Task preemptor) {
    return name();
  }

  @Override
  default VictimDependence preemptableDependence(Task preemptor, List<? extends Task> preemptees) {
    return mayGoDependence(preemptees);
  }

  @Override
  default VictimVote reclaimable(Task reclaimer, List<? extends Task> reclaimees) {
    return mayGo(reclaimees);
  }

  @Override
  default Object reclaimerTraits(Task reclaimer) {
    return name();
  }

  @Override
  default VictimDependence reclaimableDependence(Task reclaimer, List<? extends Task> reclaimees) {
    return mayGoDependence(reclaimees);
  }
}
