/**
 * The {@code NodeUnschedulable} plugin: keeps pods away from cordoned nodes.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/nodeunschedulable}.
 */
@NullMarked
package io.merapi.kube.plugins.nodeunschedulable;

import org.jspecify.annotations.NullMarked;
