/**
 * A scheduler at work on a real cluster: one thread that decides, fed by the watches and by the
 * answers of effects.
 */
@NullMarked
package io.merapi.cluster.run;

import org.jspecify.annotations.NullMarked;
