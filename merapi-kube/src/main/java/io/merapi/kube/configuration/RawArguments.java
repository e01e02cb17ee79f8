package io.merapi.kube.configuration;

import org.jspecify.annotations.Nullable;

/**
 * Arguments of a plugin that has no record for them, as plain values.
 *
 * @param value a map, list, string, {@link Long}, {@link Double} or {@link Boolean}; null where the
 *     file gives none
 */
public record RawArguments(@Nullable Object value) {}
