package io.merapi.batch.actions.reclaim;

import io.merapi.api.plugin.Arguments;

/**
 * What the {@code reclaim} action reads from its configuration.
 *
 * @param predicateErrorCache whether a predicate's refusal is remembered for the other tasks of the
 *     same kind
 */
public record ReclaimArgs(boolean predicateErrorCache) {

  public static final ReclaimArgs DEFAULTS = new ReclaimArgs(true);

  public static ReclaimArgs bind(Arguments in) {
    return new ReclaimArgs(in.flag("predicateErrorCacheEnable").or(DEFAULTS.predicateErrorCache));
  }
}
