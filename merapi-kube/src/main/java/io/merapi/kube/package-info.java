/**
 * The layer that does kube-scheduler's work: live state and snapshots, placement, the scheduling
 * framework and its plugins. It knows nothing of the batch layer above it.
 */
@NullMarked
package io.merapi.kube;

import org.jspecify.annotations.NullMarked;
