package io.merapi.batch.actions.allocate;

import io.merapi.api.plugin.Arguments;

/**
 * What the {@code allocate} action reads from its configuration.
 *
 * @param predicateErrorCache whether a predicate's refusal is remembered for the other tasks of the
 *     same kind
 */
public record AllocateArgs(boolean predicateErrorCache) {

  public static final AllocateArgs DEFAULTS = new AllocateArgs(true);

  public static AllocateArgs bind(Arguments in) {
    return new AllocateArgs(in.flag("predicateErrorCacheEnable").or(DEFAULTS.predicateErrorCache));
  }
}
