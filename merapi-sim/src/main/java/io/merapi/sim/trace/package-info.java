/**
 * Readers of traces: lists of nodes and of jobs, written down in a real cluster or by hand.
 *
 * <p>A {@link io.merapi.sim.trace.TraceFormat} turns the rows of one kind of file into {@link
 * io.merapi.sim.trace.TracedNode}s and {@link io.merapi.sim.trace.TracedJob}s, which say what a
 * trace knows and nothing of any scheduler; {@link io.merapi.sim.trace.TracedObjects} writes them
 * down as objects that the scheduler at hand can place. {@link io.merapi.sim.trace.Traces} looks
 * through all files before a simulation begins, so that a broken line is found at once, and reads
 * them again, line by line, while it runs.
 */
@NullMarked
package io.merapi.sim.trace;

import org.jspecify.annotations.NullMarked;
