package io.merapi.batch.actions.backfill;

import io.merapi.api.plugin.Arguments;

/**
 * What the {@code backfill} action reads from its configuration.
 *
 * @param predicateErrorCache whether a predicate's refusal is remembered for the other tasks of the
 *     same kind
 */
public record BackfillArgs(boolean predicateErrorCache) {

  public static final BackfillArgs DEFAULTS = new BackfillArgs(true);

  public static BackfillArgs bind(Arguments in) {
    return new BackfillArgs(in.flag("predicateErrorCacheEnable").or(DEFAULTS.predicateErrorCache));
  }
}
