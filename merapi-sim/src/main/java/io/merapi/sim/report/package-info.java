/**
 * What came of a simulation: figures, curves and a record of each job, as plain values.
 *
 * <p>{@link io.merapi.sim.report.SimulationReport} holds it all. It is the same for the same input
 * and seed, and has nothing of the machine or the time that the simulation took.
 */
@NullMarked
package io.merapi.sim.report;

import org.jspecify.annotations.NullMarked;
