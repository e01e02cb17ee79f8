/**
 * The {@code PodTopologySpread} plugin: spreads pods over the domains of a topology.
 *
 * <p>{@code ConstraintSource} finds the constraints of a pod, its own or those of the configuration
 * with the selector of its services and its controller ({@code OwnerSelector}); {@code
 * SpreadFilter} answers for the hard ones, {@code SpreadScore} for the soft ones. Upstream
 * counterpart: {@code pkg/scheduler/framework/plugins/podtopologyspread}.
 */
@NullMarked
package io.merapi.kube.plugins.podtopologyspread;

import org.jspecify.annotations.NullMarked;
