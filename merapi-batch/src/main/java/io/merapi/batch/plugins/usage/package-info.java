/** Tasks go where the measured load is low: Volcano's {@code usage} plugin. */
@NullMarked
package io.merapi.batch.plugins.usage;

import org.jspecify.annotations.NullMarked;
