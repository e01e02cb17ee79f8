/**
 * What a simulated cluster is given to do: objects that are there from the start, and pods that
 * come later, run for their time and end.
 */
@NullMarked
package io.merapi.sim.workload;

import org.jspecify.annotations.NullMarked;
