/**
 * The {@code NodePorts} plugin: finds nodes whose ports are free for the pod.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/nodeports}.
 */
@NullMarked
package io.merapi.kube.plugins.nodeports;

import org.jspecify.annotations.NullMarked;
