/**
 * What the plugins that score nodes by their resources have in common: how much of a resource a
 * node has, how much of it is taken, and how much a pod would add.
 *
 * <p>A plugin makes one {@link io.merapi.kube.plugins.noderesources.ScoredResources} from its
 * arguments; for each attempt that gives a {@link io.merapi.kube.plugins.noderesources.ScoredPod},
 * which the plugin asks about one node after the other. {@link
 * io.merapi.kube.plugins.noderesources.ExtendedResourceClasses} finds the device class behind an
 * extended resource. What a plugin makes of the amounts is its own affair. Upstream counterpart:
 * {@code resource_allocation.go} in {@code pkg/scheduler/framework/plugins/noderesources}.
 */
@NullMarked
package io.merapi.kube.plugins.noderesources;

import org.jspecify.annotations.NullMarked;
