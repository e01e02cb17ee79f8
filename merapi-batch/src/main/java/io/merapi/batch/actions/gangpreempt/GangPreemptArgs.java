package io.merapi.batch.actions.gangpreempt;

import io.merapi.api.plugin.Arguments;
import io.merapi.batch.actions.allocate.AllocateArgs;

/**
 * What the {@code gangpreempt} action reads from its configuration.
 *
 * @param maxDomains how many hyper nodes are tried for each job that preempts
 * @param allowWholeBundle whether all tasks of a job may be victims at once
 * @param predicateErrorCache as configured for the {@code allocate} action, configured or not
 */
public record GangPreemptArgs(
    long maxDomains, boolean allowWholeBundle, boolean predicateErrorCache) {

  public static final GangPreemptArgs DEFAULTS =
      new GangPreemptArgs(8, true, AllocateArgs.DEFAULTS.predicateErrorCache());

  public static GangPreemptArgs bind(Arguments in, AllocateArgs allocate) {
    return new GangPreemptArgs(
        in.integer("maxDomains").atLeast(1).or(DEFAULTS.maxDomains),
        in.flag("allowWholeBundle").or(DEFAULTS.allowWholeBundle),
        allocate.predicateErrorCache());
  }
}
