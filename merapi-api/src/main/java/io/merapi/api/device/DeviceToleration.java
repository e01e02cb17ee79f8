package io.merapi.api.device;

import org.jspecify.annotations.Nullable;

/**
 * Taints of devices that a request puts up with.
 *
 * @param key empty with operator {@code Exists} tolerates every key
 * @param operator {@code Equal} or {@code Exists}; empty means {@code Equal}
 * @param effect empty tolerates every effect
 */
public record DeviceToleration(
    String key, String operator, String value, String effect, @Nullable Long tolerationSeconds) {}
