package io.merapi.batch.actions.shuffle;

import io.merapi.api.plugin.Arguments;

/** What the {@code shuffle} action reads from its arguments: nothing. */
public record ShuffleArgs() {

  public static final ShuffleArgs DEFAULTS = new ShuffleArgs();

  /** Reads no key, so that every key of the file is reported as one that nothing reads. */
  public static ShuffleArgs bind(Arguments in) {
    return DEFAULTS;
  }
}
