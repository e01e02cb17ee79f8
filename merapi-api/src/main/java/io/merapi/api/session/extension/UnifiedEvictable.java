package io.merapi.api.session.extension;

import io.merapi.api.session.Job;
import io.merapi.api.session.Task;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says which tasks may be evicted for a whole job; no switch turns it off. */
public interface UnifiedEvictable extends BatchPlugin {

  VictimVote unifiedEvictable(Eviction eviction, List<? extends Task> candidates);

  /**
   * What it goes by of an eviction for a whole job, where it judges each candidate for itself,
   * whoever the others are and whatever has moved: where this is equal for two evictions, it lets
   * the same tasks go. Empty, as by default, where it does not.
   */
  default Optional<Object> evictionTraits(Eviction eviction) {
    return Optional.empty();
  }

  /**
   * What the room is for.
   *
   * @param task null where room is made for the whole job
   * @param hyperNode the domain in which room is made; empty for the whole cluster
   */
  record Eviction(Kind kind, Job job, @Nullable Task task, String hyperNode) {

    /** Which action asks. */
    public enum Kind {
      GANG_PREEMPT,
      GANG_RECLAIM,
      TASK_PREEMPT,
      TASK_RECLAIM
    }
  }
}
