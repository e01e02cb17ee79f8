/**
 * The pods that wait to be scheduled, and what brings each of them back.
 *
 * <p>{@link io.merapi.kube.queue.SchedulingQueue} hands out the next pod to try, takes back those
 * that failed, and is told what happens in the cluster. Used by the scheduling thread alone.
 * Upstream counterpart: {@code backend/queue} of kube-scheduler with its default features.
 */
@NullMarked
package io.merapi.kube.queue;

import org.jspecify.annotations.NullMarked;
