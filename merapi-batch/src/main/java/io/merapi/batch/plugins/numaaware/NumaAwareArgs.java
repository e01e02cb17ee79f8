package io.merapi.batch.plugins.numaaware;

import io.merapi.api.plugin.Arguments;

/**
 * What the {@code numa-aware} plugin reads from its arguments.
 *
 * @param weight of the plugin's score
 */
public record NumaAwareArgs(long weight) {

  public static final NumaAwareArgs DEFAULTS = new NumaAwareArgs(1);

  public static NumaAwareArgs bind(Arguments in) {
    return new NumaAwareArgs(
        in.integer("weight").should(weight -> weight >= 0, "be at least 0").or(DEFAULTS.weight));
  }
}
