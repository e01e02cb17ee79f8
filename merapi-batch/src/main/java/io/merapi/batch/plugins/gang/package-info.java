/** Jobs run with at least their minimum of members or not at all: Volcano's {@code gang} plugin. */
@NullMarked
package io.merapi.batch.plugins.gang;

import org.jspecify.annotations.NullMarked;
