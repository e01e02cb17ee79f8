package io.merapi.batch.plugins.resourcequota;

import io.merapi.api.plugin.Arguments;

/** What the {@code resourcequota} plugin reads from its arguments: nothing. */
public record ResourceQuotaArgs() {

  public static final ResourceQuotaArgs DEFAULTS = new ResourceQuotaArgs();

  /** Reads no key, so that every key of the file is reported as one that nothing reads. */
  public static ResourceQuotaArgs bind(Arguments in) {
    return DEFAULTS;
  }
}
