package io.merapi.batch.plugins.conformance;

import io.merapi.api.plugin.Arguments;

/** What the {@code conformance} plugin reads from its arguments: nothing. */
public record ConformanceArgs() {

  public static final ConformanceArgs DEFAULTS = new ConformanceArgs();

  /** Reads no key, so that every key of the file is reported as one that nothing reads. */
  public static ConformanceArgs bind(Arguments in) {
    return DEFAULTS;
  }
}
