/**
 * The result of a simulation as tables for other programs: one line per job, and one per step of
 * time.
 *
 * <p>Text as in RFC 4180: a header, commas, and quotes around cells that need them; lines end with
 * a line feed. Moments stand there twice, as a time and in seconds since the start.
 */
@NullMarked
package io.merapi.sim.report.csv;

import org.jspecify.annotations.NullMarked;
