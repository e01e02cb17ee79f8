/** Victims by the measured load of nodes: Volcano's {@code rescheduling} plugin. */
@NullMarked
package io.merapi.batch.plugins.rescheduling;

import org.jspecify.annotations.NullMarked;
