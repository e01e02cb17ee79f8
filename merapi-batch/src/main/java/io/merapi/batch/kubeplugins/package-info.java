/**
 * Plugins of kube-scheduler in the service of batch plugins.
 *
 * <p>The kube plugins that a batch plugin wraps are made once and serve one session after the other
 * ({@link io.merapi.batch.kubeplugins.PluginHome}): they keep nothing of a session, and what they
 * keep of the cluster follows it. What they work out for a task is in its {@link
 * io.merapi.batch.kubeplugins.TaskCycle}. {@link io.merapi.batch.kubeplugins.WeightedScore} asks
 * one of them to score nodes.
 *
 * <p>Which plugins are wrapped, and what is made of their answers, is for the batch plugins.
 * Upstream counterpart: Volcano's {@code pkg/scheduler/plugins/util/k8s} and {@code nodescore}.
 */
@NullMarked
package io.merapi.batch.kubeplugins;

import org.jspecify.annotations.NullMarked;
