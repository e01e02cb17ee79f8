package io.merapi.batch.actions.enqueue;

import io.merapi.api.plugin.Arguments;

/** What the {@code enqueue} action reads from its arguments: nothing. */
public record EnqueueArgs() {

  public static final EnqueueArgs DEFAULTS = new EnqueueArgs();

  /** Reads no key, so that every key of the file is reported as one that nothing reads. */
  public static EnqueueArgs bind(Arguments in) {
    return DEFAULTS;
  }
}
