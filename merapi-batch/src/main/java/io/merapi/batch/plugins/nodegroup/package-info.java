/** Queues bound to groups of nodes: Volcano's {@code nodegroup} plugin. */
@NullMarked
package io.merapi.batch.plugins.nodegroup;

import org.jspecify.annotations.NullMarked;
