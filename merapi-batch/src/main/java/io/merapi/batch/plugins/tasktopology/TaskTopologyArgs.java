package io.merapi.batch.plugins.tasktopology;

import io.merapi.api.plugin.Arguments;

/**
 * What the {@code task-topology} plugin reads from its arguments.
 *
 * @param weight of the plugin's score
 */
public record TaskTopologyArgs(long weight) {

  public static final TaskTopologyArgs DEFAULTS = new TaskTopologyArgs(1);

  public static TaskTopologyArgs bind(Arguments in) {
    return new TaskTopologyArgs(
        in.integer("task-topology.weight")
            .should(weight -> weight >= 0, "be at least 0")
            .or(DEFAULTS.weight));
  }
}
