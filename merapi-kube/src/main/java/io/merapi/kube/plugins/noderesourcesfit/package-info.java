/**
 * The {@code NodeResourcesFit} plugin: puts pods where their requests fit, and scores by what is
 * left.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/noderesources}.
 */
@NullMarked
package io.merapi.kube.plugins.noderesourcesfit;

import org.jspecify.annotations.NullMarked;
