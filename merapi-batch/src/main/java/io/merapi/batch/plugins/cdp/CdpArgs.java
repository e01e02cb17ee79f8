package io.merapi.batch.plugins.cdp;

import io.merapi.api.plugin.Arguments;

/** What the {@code cdp} plugin reads from its arguments: nothing. */
public record CdpArgs() {

  public static final CdpArgs DEFAULTS = new CdpArgs();

  /** Reads no key, so that every key of the file is reported as one that nothing reads. */
  public static CdpArgs bind(Arguments in) {
    return DEFAULTS;
  }
}
