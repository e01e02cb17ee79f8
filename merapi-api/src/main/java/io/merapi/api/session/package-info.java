/**
 * What a plugin of the batch layer sees of a scheduling session: its jobs, tasks, nodes and queues.
 *
 * <p>A {@link io.merapi.api.session.Session} is opened on a snapshot of the cluster. In it a {@link
 * io.merapi.api.session.Job} is a PodGroup with its pods, a {@link io.merapi.api.session.Task} one
 * of those pods, and a {@link io.merapi.api.session.SessionNode} a node with the tasks on it.
 * Actions move tasks, so these objects change in the course of a session; plugins read them, and
 * learn of moves by {@link io.merapi.api.session.extension.TaskEvents}. All is used by one thread.
 * What a plugin may take part in is in {@code io.merapi.api.session.extension}. Upstream
 * counterparts: {@code framework.Session} and {@code pkg/scheduler/api} of Volcano.
 */
@NullMarked
package io.merapi.api.session;

import org.jspecify.annotations.NullMarked;
