/**
 * Pods as scheduling reads them.
 *
 * <p>A {@link io.merapi.api.pod.Pod} has an identity (metadata, node, status) and a {@link
 * io.merapi.api.pod.PodSpec}, which the pods of one template share. Texts and numbers are kept as
 * the object states them; what plugins compute from them (effective requests, compiled selectors)
 * is computed once when the pod enters the state. A {@link io.merapi.api.pod.PodInfo} is the pod
 * with those results; {@link io.merapi.api.pod.PodClasses} finds the {@link
 * io.merapi.api.pod.PodClass} that it shares with all pods that no plugin can tell from it. {@link
 * io.merapi.api.pod.PodRequests} and {@link io.merapi.api.pod.PodResources} are what a pod asks for
 * as a whole, as kube-scheduler and as Volcano count it. Upstream counterparts: {@code
 * k8s.io/api/core/v1} and kube-scheduler's {@code framework.PodInfo}.
 */
@NullMarked
package io.merapi.api.pod;

import org.jspecify.annotations.NullMarked;
