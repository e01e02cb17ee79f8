package io.merapi.batch.actions.gangreclaim;

import io.merapi.api.plugin.Arguments;
import io.merapi.batch.actions.allocate.AllocateArgs;

/**
 * What the {@code gangreclaim} action reads from its configuration.
 *
 * @param maxDomains how many hyper nodes are tried for each job that reclaims
 * @param allowWholeBundle whether all tasks of a job may be victims at once
 * @param predicateErrorCache as configured for the {@code allocate} action, configured or not
 */
public record GangReclaimArgs(
    long maxDomains, boolean allowWholeBundle, boolean predicateErrorCache) {

  public static final GangReclaimArgs DEFAULTS =
      new GangReclaimArgs(8, true, AllocateArgs.DEFAULTS.predicateErrorCache());

  public static GangReclaimArgs bind(Arguments in, AllocateArgs allocate) {
    return new GangReclaimArgs(
        in.integer("maxDomains").atLeast(1).or(DEFAULTS.maxDomains),
        in.flag("allowWholeBundle").or(DEFAULTS.allowWholeBundle),
        allocate.predicateErrorCache());
  }
}
