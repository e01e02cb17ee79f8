/**
 * The {@code InterPodAffinity} plugin: puts pods near to, or away from, other pods.
 *
 * <p>Upstream counterpart: {@code pkg/scheduler/framework/plugins/interpodaffinity}.
 */
@NullMarked
package io.merapi.kube.plugins.interpodaffinity;

import org.jspecify.annotations.NullMarked;
