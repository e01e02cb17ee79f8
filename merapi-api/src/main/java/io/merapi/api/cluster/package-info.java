/**
 * The kinds of object that scheduling reads, and how a change of one is told.
 *
 * <p>Every fact implements {@link io.merapi.api.cluster.ClusterObject}; {@link
 * io.merapi.api.cluster.ObjectKind} lists the kinds with the names that Kubernetes gives them, and
 * {@link io.merapi.api.cluster.ObjectEvent} says that one was added, changed or deleted.
 */
@NullMarked
package io.merapi.api.cluster;

import org.jspecify.annotations.NullMarked;
