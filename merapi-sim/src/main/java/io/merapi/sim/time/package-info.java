/** Time that passes only when there is nothing left to do in the present. */
@NullMarked
package io.merapi.sim.time;

import org.jspecify.annotations.NullMarked;
