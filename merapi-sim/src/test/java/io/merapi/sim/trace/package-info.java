@NullMarked
package io.merapi.sim.trace;

import org.jspecify.annotations.NullMarked;
