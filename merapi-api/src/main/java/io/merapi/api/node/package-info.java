/**
 * Nodes as scheduling reads them.
 *
 * <p>{@link io.merapi.api.node.Node} is the object. Upstream counterpart: {@code
 * k8s.io/api/core/v1}.
 */
@NullMarked
package io.merapi.api.node;

import org.jspecify.annotations.NullMarked;
