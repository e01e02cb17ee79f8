/** Tests of the {@code NodeResourcesBalancedAllocation} plugin. */
@NullMarked
package io.merapi.kube.plugins.noderesourcesbalancedallocation;

import org.jspecify.annotations.NullMarked;
