/**
 * A cluster that exists in memory only, to ask questions about.
 *
 * <p>{@link io.merapi.explain.cluster.OfflineCluster} holds the objects of a snapshot or of a
 * recorded case together with the profiles of a configuration. Nothing is watched, written or
 * bound.
 */
@NullMarked
package io.merapi.explain.cluster;

import org.jspecify.annotations.NullMarked;
