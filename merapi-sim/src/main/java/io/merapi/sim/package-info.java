/**
 * Simulations: the scheduler of a real cluster, run on virtual time over a cluster in memory.
 *
 * <p>The same input and the same seed give the same result, to the last byte.
 */
@NullMarked
package io.merapi.sim;

import org.jspecify.annotations.NullMarked;
