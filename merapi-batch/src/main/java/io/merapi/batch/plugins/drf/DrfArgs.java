package io.merapi.batch.plugins.drf;

import io.merapi.api.plugin.Arguments;

/** What the {@code drf} plugin reads from its arguments: nothing. */
public record DrfArgs() {

  public static final DrfArgs DEFAULTS = new DrfArgs();

  /** Reads no key, so that every key of the file is reported as one that nothing reads. */
  public static DrfArgs bind(Arguments in) {
    return DEFAULTS;
  }
}
