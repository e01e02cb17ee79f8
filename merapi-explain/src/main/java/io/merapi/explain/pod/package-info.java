/**
 * Why a pod is, or is not, where it is.
 *
 * <p>{@link io.merapi.explain.pod.PodSearch} finds the pod that somebody means, {@link
 * io.merapi.explain.pod.PodExplanation} tells where it would go and why not elsewhere: nodes by
 * reason, and for each node every plugin that turns it down.
 */
@NullMarked
package io.merapi.explain.pod;

import org.jspecify.annotations.NullMarked;
