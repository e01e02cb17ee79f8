/**
 * The list of the in-tree plugins: which exist, where they take part and what arguments they take.
 *
 * <p>Each plugin has a package of its own below this one; {@link
 * io.merapi.kube.plugins.InTreePlugin} is the one place that names them all, and {@link
 * io.merapi.kube.plugins.DefaultPlugins} those that run where nobody chooses. Upstream
 * counterparts: {@code pkg/scheduler/framework/plugins/registry.go} and {@code
 * pkg/scheduler/apis/config/v1/default_plugins.go}.
 */
@NullMarked
package io.merapi.kube.plugins;

import org.jspecify.annotations.NullMarked;
