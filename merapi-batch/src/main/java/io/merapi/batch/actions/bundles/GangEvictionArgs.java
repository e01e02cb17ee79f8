package io.merapi.batch.actions.bundles;

import io.merapi.api.plugin.Arguments;
import io.merapi.batch.actions.allocate.AllocateArgs;

/**
 * What the actions {@code gangpreempt} and {@code gangreclaim} read, each from its configuration:
 * how far to go for one job.
 *
 * @param maxDomains how many hyper nodes are tried
 * @param allowWholeBundle whether jobs may lose tasks that they cannot run without
 * @param predicateErrorCache whether a node that refused one task of a role is not asked about its
 *     others; as configured for the {@code allocate} action, configured or not
 */
public record GangEvictionArgs(
    long maxDomains, boolean allowWholeBundle, boolean predicateErrorCache) {

  public static final GangEvictionArgs DEFAULTS =
      new GangEvictionArgs(8, true, AllocateArgs.DEFAULTS.predicateErrorCache());

  public static GangEvictionArgs bind(Arguments in, AllocateArgs allocate) {
    return new GangEvictionArgs(
        in.integer("maxDomains").atLeast(1).or(DEFAULTS.maxDomains),
        in.flag("allowWholeBundle").or(DEFAULTS.allowWholeBundle),
        allocate.predicateErrorCache());
  }
}
