/**
 * Watching a simulation as any client of the cluster could, and adding up what its report says.
 *
 * <p>{@link io.merapi.sim.recording.Recorder} hands every event to the book that it concerns: pods,
 * the jobs that they belong to, queues, nodes. Books add up integrals over time; curves are tracks
 * with a bounded number of steps. An event costs the same however many pods have finished.
 */
@NullMarked
package io.merapi.sim.recording;

import org.jspecify.annotations.NullMarked;
