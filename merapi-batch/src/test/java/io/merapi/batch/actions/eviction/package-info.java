/** Tests of making room by evictions, and the stage on which actions that evict are tried. */
@NullMarked
package io.merapi.batch.actions.eviction;

import org.jspecify.annotations.NullMarked;
