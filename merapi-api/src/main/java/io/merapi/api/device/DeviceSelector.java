package io.merapi.api.device;

import org.jspecify.annotations.Nullable;

/**
 * A condition on devices.
 *
 * @param cel the expression in the Common Expression Language; absent is an error at scheduling
 */
public record DeviceSelector(@Nullable String cel) {}
