/**
 * Nodes as scheduling reads them.
 *
 * <p>{@link io.merapi.api.node.Node} is the object; {@link io.merapi.api.node.NodeInfo} is the node
 * with the pods on it and what they add up to, which is what plugins ask. Upstream counterparts:
 * {@code k8s.io/api/core/v1} and kube-scheduler's {@code framework.NodeInfo}.
 */
@NullMarked
package io.merapi.api.node;

import org.jspecify.annotations.NullMarked;
