package io.merapi.batch.plugins.pdb;

import io.merapi.api.plugin.Arguments;

/** What the {@code pdb} plugin reads from its arguments: nothing. */
public record PdbArgs() {

  public static final PdbArgs DEFAULTS = new PdbArgs();

  /** Reads no key, so that every key of the file is reported as one that nothing reads. */
  public static PdbArgs bind(Arguments in) {
    return DEFAULTS;
  }
}
