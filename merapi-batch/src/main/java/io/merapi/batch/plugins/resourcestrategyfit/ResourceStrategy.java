package io.merapi.batch.plugins.resourcestrategyfit;

import io.merapi.api.plugin.Arguments;
import org.jspecify.annotations.Nullable;

/**
 * How nodes score by their use of one resource.
 *
 * @param packs whether nodes that use much of it score high ({@code MostAllocated}) rather than
 *     those that use little ({@code LeastAllocated})
 * @param weight of the resource among the others
 */
public record ResourceStrategy(boolean packs, long weight) {

  static final ResourceStrategy DEFAULT = new ResourceStrategy(false, 1);

  private static final String MOST = "MostAllocated";
  private static final String LEAST = "LeastAllocated";

  static ResourceStrategy bind(Arguments in) {
    String type =
        in.text(in.spelled("type"))
            .should(
                value -> value.equals(MOST) || value.equals(LEAST),
                "be %s or %s".formatted(MOST, LEAST))
            .or(LEAST);
    long weight =
        in.integer(in.spelled("weight"))
            .should(value -> value >= 1, "be at least 1")
            .or(DEFAULT.weight);
    return new ResourceStrategy(type.equals(MOST), Math.max(1, weight));
  }

  /** The strategy of a name; null if there is none. */
  static @Nullable ResourceStrategy named(String type, long weight) {
    return type.equals(MOST) || type.equals(LEAST)
        ? new ResourceStrategy(type.equals(MOST), weight)
        : null;
  }
}
