/**
 * The {@code NodeResourcesBalancedAllocation} plugin: prefers nodes whose resources would be used
 * evenly.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/noderesources}.
 */
@NullMarked
package io.merapi.kube.plugins.noderesourcesbalancedallocation;

import org.jspecify.annotations.NullMarked;
