package io.merapi.batch.measures;

import io.merapi.api.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * What a queue may have, wants and has.
 *
 * @param capability absent where the plugin does not tell
 * @param realCapability absent where the plugin does not tell
 * @param weight absent where the plugin does not go by it
 */
public record QueueFigures(
    String queue,
    Resources allocated,
    Resources request,
    Resources inqueue,
    Resources deserved,
    @Nullable Resources capability,
    @Nullable Resources realCapability,
    double share,
    boolean overused,
    @Nullable Integer weight) {}
