@NullMarked
package io.merapi.sim.recording;

import org.jspecify.annotations.NullMarked;
