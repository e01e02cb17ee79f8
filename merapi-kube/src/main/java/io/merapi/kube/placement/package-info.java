/**
 * Placement: which nodes a pod fits, how well each suits it, and which one it goes to.
 *
 * <p>{@link io.merapi.kube.placement.Placement} is the question; {@link
 * io.merapi.kube.placement.ReferencePlacement} answers it straight from the definition, every
 * plugin and every node, and is what other ways of answering are held equal to. An answer is a
 * {@link io.merapi.kube.placement.PlacementOutcome}; where no node fits it holds a {@link
 * io.merapi.kube.placement.FitError}, whose words are those of the pod's event. Upstream
 * counterpart: {@code schedulePod} and what it calls in {@code pkg/scheduler/schedule_one.go}. What
 * is done with the chosen node is the cycle's business.
 */
@NullMarked
package io.merapi.kube.placement;

import org.jspecify.annotations.NullMarked;
