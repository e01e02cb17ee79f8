/**
 * Jobs and tasks as a session works with them: facts read once from PodGroups and pods, and the
 * state that actions change.
 *
 * <p>A {@link io.merapi.batch.job.JobState} keeps its {@link io.merapi.batch.job.TaskState}s by
 * status, with counts that follow every move, and divides them into {@link
 * io.merapi.batch.job.SubJobState}s. {@link io.merapi.batch.job.TaskRequests} says what a task asks
 * for. Why tasks do not fit is kept in {@link io.merapi.batch.job.FitErrors}. Only statements and
 * actions change these objects; plugins see them through {@code io.merapi.api.session}. Upstream
 * counterpart: {@code job_info.go}, {@code sub_job_info.go} and {@code unschedule_info.go} of
 * Volcano's {@code pkg/scheduler/api}.
 */
@NullMarked
package io.merapi.batch.job;

import org.jspecify.annotations.NullMarked;
