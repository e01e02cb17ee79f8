package io.merapi.api.session.extension;

import io.merapi.api.session.Task;
import java.util.List;

/** Says which tasks may be evicted for a task of another queue. */
public interface Reclaimable extends BatchPlugin {

  /** Candidates are running tasks of one node; their order may matter to plugins that count. */
  VictimVote reclaimable(Task reclaimer, List<? extends Task> reclaimees);
}
