/**
 * The {@code InterPodAffinity} plugin: puts pods near to, or away from, other pods.
 *
 * <p>The terms themselves are compiled once for the class of their pod ({@link
 * io.merapi.api.pod.CompiledPodTerms}); {@code IncomingTerms} makes those of the pod being
 * scheduled ready for the namespaces of the cluster. {@code AffinityFilter} answers for the
 * required ones, {@code AffinityScore} for the preferred ones. Upstream counterpart: {@code
 * pkg/scheduler/framework/plugins/interpodaffinity}.
 */
@NullMarked
package io.merapi.kube.plugins.interpodaffinity;

import org.jspecify.annotations.NullMarked;
