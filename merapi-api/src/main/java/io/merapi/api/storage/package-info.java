/**
 * Volumes, their claims and classes, and what CSI drivers say of nodes and capacity.
 *
 * <p>Upstream counterparts: {@code k8s.io/api/core/v1} and {@code k8s.io/api/storage/v1}.
 */
@NullMarked
package io.merapi.api.storage;

import org.jspecify.annotations.NullMarked;
