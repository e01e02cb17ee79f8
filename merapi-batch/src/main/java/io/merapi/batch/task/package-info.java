/**
 * Tasks: the pods of a job as the batch layer sees them.
 *
 * <p>{@link io.merapi.batch.task.TaskStatus} is where a task is in its life, which is finer than
 * the phase of its pod. Upstream counterpart: {@code pkg/scheduler/api} of Volcano.
 */
@NullMarked
package io.merapi.batch.task;

import org.jspecify.annotations.NullMarked;
