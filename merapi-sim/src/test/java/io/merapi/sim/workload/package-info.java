@NullMarked
package io.merapi.sim.workload;

import org.jspecify.annotations.NullMarked;
