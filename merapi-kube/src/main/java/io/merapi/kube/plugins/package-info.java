/**
 * The plugins of the kube layer: which exist, what arguments they take and how they are made.
 *
 * <p>Each plugin has a package of its own below this one; {@link
 * io.merapi.kube.plugins.InTreePlugin} is the one place that names all that come with the
 * scheduler, {@link io.merapi.kube.plugins.DefaultPlugins} those that run where nobody chooses, and
 * {@link io.merapi.kube.plugins.KubePlugins} adds those that come from elsewhere. Upstream
 * counterparts: {@code pkg/scheduler/framework/plugins/registry.go} and {@code
 * pkg/scheduler/apis/config/v1/default_plugins.go}.
 */
@NullMarked
package io.merapi.kube.plugins;

import org.jspecify.annotations.NullMarked;
