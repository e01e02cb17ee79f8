/**
 * The {@code NodeName} plugin: holds a pod to the node that its spec names.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/nodename}.
 */
@NullMarked
package io.merapi.kube.plugins.nodename;

import org.jspecify.annotations.NullMarked;
