/**
 * What the scheduler decides, carried out on a real cluster.
 *
 * <p>{@link io.merapi.cluster.effects.ClusterEffects} implements the ports of {@code
 * io.merapi.kube.effects}, each by a class of its own. {@link
 * io.merapi.cluster.effects.RequestLanes} bounds how many requests are on their way and lets what a
 * pod waits for (bindings, volumes, claims, evictions) go before what others go by (statuses), and
 * that before what only people wait for (Events). Objects are changed by patches and never
 * replaced, because the facts that a scheduler holds are only a part of them. Upstream
 * counterparts: the clientset calls of kube-scheduler and the event broadcaster of client-go.
 * Whether to try again is decided by the cycle, not here.
 */
@NullMarked
package io.merapi.cluster.effects;

import org.jspecify.annotations.NullMarked;
