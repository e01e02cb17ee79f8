/**
 * The {@code PodTopologySpread} plugin: spreads pods over the domains of a topology.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/podtopologyspread}.
 */
@NullMarked
package io.merapi.kube.plugins.podtopologyspread;

import org.jspecify.annotations.NullMarked;
