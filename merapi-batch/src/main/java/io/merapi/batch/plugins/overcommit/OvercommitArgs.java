package io.merapi.batch.plugins.overcommit;

import io.merapi.api.plugin.Arguments;

/**
 * What the {@code overcommit} plugin reads from its arguments.
 *
 * @param factor by how much the cluster is taken for larger than it is
 */
public record OvercommitArgs(double factor) {

  public static final OvercommitArgs DEFAULTS = new OvercommitArgs(1.2);

  public static OvercommitArgs bind(Arguments in) {
    // Not "at least 1", which upstream's comparison lets not-a-number pass.
    return new OvercommitArgs(
        in.number("overcommit-factor")
            .where(factor -> !(factor < 1), "be at least 1")
            .or(DEFAULTS.factor));
  }
}
