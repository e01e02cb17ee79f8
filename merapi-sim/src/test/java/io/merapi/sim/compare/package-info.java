@NullMarked
package io.merapi.sim.compare;

import org.jspecify.annotations.NullMarked;
