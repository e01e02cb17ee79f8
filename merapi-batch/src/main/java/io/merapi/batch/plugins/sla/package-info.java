/** Jobs that have waited long enough go first: Volcano's {@code sla} plugin. */
@NullMarked
package io.merapi.batch.plugins.sla;

import org.jspecify.annotations.NullMarked;
