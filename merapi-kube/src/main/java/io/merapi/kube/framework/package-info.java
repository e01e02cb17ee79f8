/**
 * The scheduling framework at run time: the plugins of a profile, sorted into the extension points
 * that they take part in, and the runs over them.
 *
 * <p>A {@link io.merapi.kube.framework.SchedulingProfile} is made once from the configuration. For
 * each attempt to schedule a pod it opens a {@link io.merapi.kube.framework.PodAttempt}, which
 * holds what the plugins keep from one point to the next and which of them have no part in the pod.
 * Which nodes are asked, and in what order, is decided in {@code io.merapi.kube.placement}; what a
 * plugin answers, below {@code io.merapi.kube.plugins}. Upstream counterpart: {@code
 * pkg/scheduler/framework/runtime}.
 */
@NullMarked
package io.merapi.kube.framework;

import org.jspecify.annotations.NullMarked;
