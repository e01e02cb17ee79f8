/**
 * Pods that keep the cluster itself running are never victims: Volcano's {@code conformance}
 * plugin.
 */
@NullMarked
package io.merapi.batch.plugins.conformance;

import org.jspecify.annotations.NullMarked;
