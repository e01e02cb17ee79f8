/**
 * A cycle of batch scheduling: a session is opened with the configured plugins, runs the configured
 * actions in order, and is closed.
 *
 * <p>{@link io.merapi.batch.cycle.BatchScheduler} is the whole scheduler, driven by a real or a
 * simulated cluster: it keeps the state, holds a session when something has changed or time is up,
 * and has decisions carried out. {@link io.merapi.batch.cycle.SessionCycle} does one session; which
 * actions there are is listed in {@link io.merapi.batch.cycle.InTreeActions}. Upstream counterpart:
 * {@code runOnce} of Volcano's {@code pkg/scheduler/scheduler.go}.
 */
@NullMarked
package io.merapi.batch.cycle;

import org.jspecify.annotations.NullMarked;
