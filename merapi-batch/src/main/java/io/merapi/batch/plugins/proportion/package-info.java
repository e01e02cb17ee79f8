/** Queues share the cluster by weight: Volcano's {@code proportion} plugin. */
@NullMarked
package io.merapi.batch.plugins.proportion;

import org.jspecify.annotations.NullMarked;
