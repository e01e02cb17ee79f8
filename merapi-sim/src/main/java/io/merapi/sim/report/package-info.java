/** What came of a simulation, gathered by watching the cluster as any client could. */
@NullMarked
package io.merapi.sim.report;

import org.jspecify.annotations.NullMarked;
