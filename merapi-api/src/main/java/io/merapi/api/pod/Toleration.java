package io.merapi.api.pod;

import org.jspecify.annotations.Nullable;

/**
 * Taints that a pod puts up with.
 *
 * @param key empty with operator {@code Exists} tolerates every key
 * @param operator {@code Equal}, {@code Exists}, behind a gate {@code Lt} and {@code Gt}; empty
 *     means {@code Equal}
 * @param effect empty tolerates every effect
 */
public record Toleration(
    String key, String operator, String value, String effect, @Nullable Long tolerationSeconds) {}
