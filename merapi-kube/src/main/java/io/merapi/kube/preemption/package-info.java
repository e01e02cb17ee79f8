/**
 * Preemption: which pods of lower priority must go so that a pod fits, and their eviction.
 *
 * <p>{@link io.merapi.kube.preemption.PreemptionEvaluator} answers the first question. It tries the
 * pod on nodes where eviction might help: all pods of lower priority are taken off, and put back
 * one by one as long as the pod still fits, those first that a disruption budget protects, then the
 * most important. Who cannot be put back is a victim. Of the nodes tried, the one is chosen whose
 * victims are the smallest loss. {@link io.merapi.kube.preemption.Preemptions} evicts them and
 * knows whose preemption is still under way.
 *
 * <p>A try looks at one node and changes nothing; its cost depends on the pods of that node. The
 * package knows nothing of how a plugin is configured, nor of the queue. Upstream counterpart:
 * {@code pkg/scheduler/framework/preemption}.
 */
@NullMarked
package io.merapi.kube.preemption;

import org.jspecify.annotations.NullMarked;
