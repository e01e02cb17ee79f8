package io.merapi.api.session.extension;

import io.merapi.api.session.Task;
import java.util.List;

/** Says which tasks may be evicted for a task of the same queue. */
public interface Preemptable extends BatchPlugin {

  /** Candidates are running tasks of one node; their order may matter to plugins that count. */
  VictimVote preemptable(Task preemptor, List<? extends Task> preemptees);
}
