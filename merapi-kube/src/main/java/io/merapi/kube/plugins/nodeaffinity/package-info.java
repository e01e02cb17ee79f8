/**
 * The {@code NodeAffinity} plugin: puts pods where node selectors and node affinity want them.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/nodeaffinity}.
 */
@NullMarked
package io.merapi.kube.plugins.nodeaffinity;

import org.jspecify.annotations.NullMarked;
