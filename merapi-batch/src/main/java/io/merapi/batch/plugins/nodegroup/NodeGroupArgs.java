package io.merapi.batch.plugins.nodegroup;

import io.merapi.api.plugin.Arguments;

/**
 * What the {@code nodegroup} plugin reads from its arguments.
 *
 * @param strict whether a queue without affinity is kept off nodes that belong to a group
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
