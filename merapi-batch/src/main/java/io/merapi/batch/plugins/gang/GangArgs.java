package io.merapi.batch.plugins.gang;

import io.merapi.api.plugin.Arguments;

/** What the {@code gang} plugin reads from its arguments: nothing. */
public record GangArgs() {

  public static final GangArgs DEFAULTS = new GangArgs();

  /** Reads no key, so that every key of the file is reported as one that nothing reads. */
  public static GangArgs bind(Arguments in) {
    return DEFAULTS;
  }
}
