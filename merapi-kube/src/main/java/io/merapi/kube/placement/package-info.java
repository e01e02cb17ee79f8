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
 *
 * <p>{@link io.merapi.kube.placement.IncrementalPlacement} gives the same answer from what it
 * remembers. For each class of pods it keeps columns over the indices of nodes: which nodes are
 * feasible ({@link io.merapi.kube.placement.NodeSet}), what each plugin scores and for which
 * version of the node that is ({@link io.merapi.kube.placement.NodeColumn}), so that only nodes
 * that have changed are looked at again. What plugins count over the cluster for a class is kept as
 * well. Answers that go by such counts, or that depend on which nodes are feasible, are worked out
 * for one node of each group of nodes that are alike; the best node of a group is known without
 * looking at the others.
 */
@NullMarked
package io.merapi.kube.placement;

import org.jspecify.annotations.NullMarked;
