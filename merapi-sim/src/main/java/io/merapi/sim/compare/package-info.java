/** The same workload under several configurations, many times over, and how they differ. */
@NullMarked
package io.merapi.sim.compare;

import org.jspecify.annotations.NullMarked;
