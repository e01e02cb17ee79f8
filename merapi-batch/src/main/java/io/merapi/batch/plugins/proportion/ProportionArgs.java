package io.merapi.batch.plugins.proportion;

import io.merapi.api.plugin.Arguments;

/** What the {@code proportion} plugin reads from its arguments: nothing. */
public record ProportionArgs() {

  public static final ProportionArgs DEFAULTS = new ProportionArgs();

  /** Reads no key, so that every key of the file is reported as one that nothing reads. */
  public static ProportionArgs bind(Arguments in) {
    return DEFAULTS;
  }
}
