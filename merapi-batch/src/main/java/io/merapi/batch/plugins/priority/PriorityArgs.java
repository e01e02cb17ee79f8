package io.merapi.batch.plugins.priority;

import io.merapi.api.plugin.Arguments;

/** What the {@code priority} plugin reads from its arguments: nothing. */
public record PriorityArgs() {

  public static final PriorityArgs DEFAULTS = new PriorityArgs();

  /** Reads no key, so that every key of the file is reported as one that nothing reads. */
  public static PriorityArgs bind(Arguments in) {
    return DEFAULTS;
  }
}
