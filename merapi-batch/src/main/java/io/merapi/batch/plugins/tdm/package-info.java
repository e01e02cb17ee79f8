/** Nodes that are lent to revocable tasks at certain times of day: Volcano's {@code tdm} plugin. */
@NullMarked
package io.merapi.batch.plugins.tdm;

import org.jspecify.annotations.NullMarked;
