/** Tasks go where their resources are used most already: Volcano's {@code binpack} plugin. */
@NullMarked
package io.merapi.batch.plugins.binpack;

import org.jspecify.annotations.NullMarked;
