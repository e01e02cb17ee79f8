package io.merapi.api.session.extension;

import io.merapi.api.session.Task;
import java.util.List;

/**
 * Which candidates a plugin lets be evicted.
 *
 * <p>The choices of a tier are intersected. A plugin that chooses none ends its tier without
 * victims; one that abstains has no say.
 */
public sealed interface VictimVote {

  /** The plugin has no say. */
  static VictimVote abstain() {
    return Abstention.INSTANCE;
  }

  /** The plugin lets these be evicted and no others. */
  static VictimVote of(List<? extends Task> victims) {
    return new Choice(List.copyOf(victims));
  }

  /** The plugin has no say. */
  record Abstention() implements VictimVote {

    private static final Abstention INSTANCE = new Abstention();
  }

  /** The plugin lets these be evicted and no others. */
  record Choice(List<Task> victims) implements VictimVote {}
}
