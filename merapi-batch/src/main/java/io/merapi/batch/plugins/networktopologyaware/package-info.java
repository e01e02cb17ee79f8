/**
 * Jobs within as small a part of the network as possible: Volcano's {@code network-topology-aware}
 * plugin.
 */
@NullMarked
package io.merapi.batch.plugins.networktopologyaware;

import org.jspecify.annotations.NullMarked;
