/**
 * The plugins of the batch layer: which exist, what arguments they take and how they are made.
 *
 * <p>Each plugin has a package of its own below this one; {@link
 * io.merapi.batch.plugins.InTreePlugins} is the one place that names all that come with the
 * scheduler, and {@link io.merapi.batch.plugins.BatchPlugins} adds those that come from elsewhere.
 * Upstream counterpart: {@code pkg/scheduler/plugins/factory.go}.
 */
@NullMarked
package io.merapi.batch.plugins;

import org.jspecify.annotations.NullMarked;
