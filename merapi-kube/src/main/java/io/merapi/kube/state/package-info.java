/**
 * The live mirror of the cluster and the immutable snapshots taken of it.
 *
 * <p>{@link io.merapi.kube.state.ClusterState} is fed with events by one thread, in any order that
 * a watch may bring them, and hands out a {@link io.merapi.kube.state.Snapshot} whenever a cycle
 * begins. A snapshot costs what changed since the last one, because state and snapshots share their
 * structure; {@link io.merapi.kube.state.SnapshotChanges} lists the difference of two at the same
 * cost. Upstream counterparts: {@code pkg/scheduler/backend/cache} of kube-scheduler and {@code
 * pkg/scheduler/cache} of Volcano. Pods that a cycle has assumed on a node belong to the cycle, and
 * come here only as events.
 */
@NullMarked
package io.merapi.kube.state;

import org.jspecify.annotations.NullMarked;
