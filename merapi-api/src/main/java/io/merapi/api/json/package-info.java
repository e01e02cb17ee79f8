/**
 * JSON as it is found inside annotations: {@link io.merapi.api.json.JsonValue#parse} reads a text
 * as strictly as Go does.
 *
 * <p>Objects of the cluster and configuration files do not come this way: they are read as streams,
 * in {@code merapi-config}.
 */
@NullMarked
package io.merapi.api.json;

import org.jspecify.annotations.NullMarked;
