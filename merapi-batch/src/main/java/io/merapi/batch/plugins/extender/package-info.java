/** Decisions asked of an HTTP server: Volcano's {@code extender} plugin. */
@NullMarked
package io.merapi.batch.plugins.extender;

import org.jspecify.annotations.NullMarked;
