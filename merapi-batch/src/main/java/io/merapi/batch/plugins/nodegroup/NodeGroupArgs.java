package io.merapi.batch.plugins.nodegroup;

import io.merapi.api.plugin.Arguments;

/**
 * What the {@code nodegroup} plugin reads from its arguments.
 *
 * @param strict whether nodes without a group are closed to queues without affinity too
 * @param preferredOrder whether preferred groups score by their place in the queue's list
 */
public record NodeGroupArgs(boolean strict, boolean preferredOrder) {

  public static final NodeGroupArgs DEFAULTS = new NodeGroupArgs(true, false);

  public static NodeGroupArgs bind(Arguments in) {
    return new NodeGroupArgs(
        in.flag("strict").or(DEFAULTS.strict),
        in.flag("enablePreferredOrder").or(DEFAULTS.preferredOrder));
  }
}
