@NullMarked
package io.merapi.sim.placement;

import org.jspecify.annotations.NullMarked;
